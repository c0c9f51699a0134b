/** Red, green, blue, each 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** WCAG 2.2's least contrast ratio for text. */
const MIN_CONTRAST = 4.5
/** The hardest surface of each theme for an accent to be read on: `--wash` in tokens.css. */
const SURFACES: { light: Rgb; dark: Rgb } = { light: [242, 236, 229], dark: [41, 36, 31] }
const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]
const HUES = 12
/** A picture with less colour counts as grey, and the page keeps the ember. */
const MIN_COLORFULNESS = 0.04

/** The color moved towards black (light theme) or white (dark theme) until text in it is readable. */
export function accentShades(color: Rgb): { light: Rgb; dark: Rgb } {
  return {
    light: moveUntilReadable(color, BLACK, SURFACES.light),
    dark: moveUntilReadable(color, WHITE, SURFACES.dark),
  }
}

/** The most vivid hue of a picture; undefined for a grey one. `pixels` are RGBA bytes. */
export function vividColor(pixels: ArrayLike<number>): Rgb | undefined {
  const hues = Array.from({ length: HUES }, () => ({ weight: 0, red: 0, green: 0, blue: 0 }))
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red, green, blue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
    const { hue, chroma } = hueOf([red, green, blue])
    const sum = hues[Math.floor(hue * HUES) % HUES]
    if (!sum) continue
    const weight = chroma ** 2
    sum.weight += weight
    sum.red += red * weight
    sum.green += green * weight
    sum.blue += blue * weight
  }
  const best = hues.reduce((a, b) => (b.weight > a.weight ? b : a))
  const pixelCount = Math.max(1, pixels.length / 4)
  if (best.weight / pixelCount < MIN_COLORFULNESS ** 2) return undefined
  const mean = (sum: number) => Math.round(sum / best.weight)
  return [mean(best.red), mean(best.green), mean(best.blue)]
}

/** Contrast ratio of two colors, 1 to 21 (WCAG 2.2). */
export function contrast(a: Rgb, b: Rgb): number {
  const [la, lb] = [luminance(a), luminance(b)]
  return (Math.max(la, lb) + 0.05) / (Math.min(la, lb) + 0.05)
}

function moveUntilReadable(color: Rgb, towards: Rgb, surface: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const moved = mix(color, towards, share)
    if (contrast(moved, surface) >= MIN_CONTRAST) return moved
  }
  return towards
}

function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const at = (channel: 0 | 1 | 2) => Math.round(a[channel] + (b[channel] - a[channel]) * share)
  return [at(0), at(1), at(2)]
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Hue (0 to 1) and chroma (0 to 1) of a color. */
function hueOf([red, green, blue]: Rgb): { hue: number; chroma: number } {
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (range === 0) return { hue: 0, chroma: 0 }
  const sixth =
    most === red
      ? (green - blue) / range
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return { hue: (sixth / 6 + 1) % 1, chroma: range / 255 }
}
