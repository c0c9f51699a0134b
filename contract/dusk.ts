/** Hues of an evening sky, in degrees of oklch: rose, coral, ember, amber, and the deep blues to violets above them. */
const GLOW_HUES = [18, 32, 44, 58, 72]
const SKY_HUES = [255, 285, 310, 335, 355]

/** The colours of an Orma's own evening sky, for one without a banner; always the same for one Orma. */
export function duskColors(event_hash: string): { sky: string; blend: string; glow: string } {
  const seed = hash(event_hash)
  const glow = GLOW_HUES[seed % GLOW_HUES.length] ?? 0
  const sky = SKY_HUES[(seed >>> 8) % SKY_HUES.length] ?? 0
  return {
    sky: `oklch(34% 0.09 ${sky})`,
    blend: `oklch(52% 0.14 ${between(sky, glow + 360) % 360})`,
    glow: `oklch(79% 0.13 ${glow})`,
  }
}

function between(from: number, to: number): number {
  return from + (to - from) * 0.6
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return value >>> 0
}
