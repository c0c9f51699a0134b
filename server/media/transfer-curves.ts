/** The luminance that HDR photos have paper or a white wall at (ITU-R BT.2408). */
const WHITE_NITS = 203
/** Brighter than that is shown white. */
const PEAK_NITS = 1000
/** From this share of white on lights are pressed together, so that clouds and lamps keep some drawing. */
const KNEE = 0.5

/** IEC 61966-2-1. */
export function srgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** SMPTE ST 2084, for a screen without HDR. */
export function pq(value: number): number {
  const power = value ** (1 / 78.84375)
  const share = Math.max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power)
  return rollOff(10_000 * share ** (1 / 0.1593017578125))
}

/** ITU-R BT.2100's hybrid log-gamma, for a screen without HDR. */
export function hlg(value: number): number {
  const scene =
    value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
  return rollOff(PEAK_NITS * scene ** 1.2)
}

/** As it is up to the knee, then flatter and flatter up to white (Reinhard's curve). */
function rollOff(nits: number): number {
  const [light, peak] = [nits / WHITE_NITS, PEAK_NITS / WHITE_NITS]
  if (light <= KNEE) return light
  const [over, most] = [(light - KNEE) / (1 - KNEE), (peak - KNEE) / (1 - KNEE)]
  return Math.min(1, KNEE + ((1 - KNEE) * over * (1 + over / most ** 2)) / (1 + over))
}
