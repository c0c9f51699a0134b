/** Each 0 to 255, sRGB. */
export interface Colour {
  r: number
  g: number
  b: number
}

interface Tally {
  r: number
  g: number
  b: number
  weight: number
}

const HUES = 24
/** Under this mean liveliness (0 to 255) a picture counts as grey. */
const GREY_LEVEL = 12

/**
 * The colour that gives a picture its mood: of its hues the one that is there most and liveliest,
 * mixed from its pixels; the mean colour of a picture that is grey all over. Takes RGBA, 4 bytes a pixel.
 */
export function accentColour(rgba: Uint8Array): Colour {
  const hues = Array.from({ length: HUES }, emptyTally)
  const mean = emptyTally()
  let liveliness = 0
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    const [r, g, b] = [rgba[at]!, rgba[at + 1]!, rgba[at + 2]!]
    const chroma = Math.max(r, g, b) - Math.min(r, g, b)
    liveliness += chroma
    add(mean, r, g, b, 1)
    // Squared, so that a small vivid area outweighs a large dull one.
    if (chroma > 0) add(hues[hueOf(r, g, b, chroma)]!, r, g, b, chroma ** 2)
  }
  const strongest = hues.reduce((best, hue) => (hue.weight > best.weight ? hue : best))
  return mix(liveliness < mean.weight * GREY_LEVEL ? mean : strongest)
}

function emptyTally(): Tally {
  return { r: 0, g: 0, b: 0, weight: 0 }
}

function add(tally: Tally, r: number, g: number, b: number, weight: number): void {
  tally.r += r * weight
  tally.g += g * weight
  tally.b += b * weight
  tally.weight += weight
}

function mix({ r, g, b, weight }: Tally): Colour {
  const share = Math.max(1, weight)
  return { r: Math.round(r / share), g: Math.round(g / share), b: Math.round(b / share) }
}

/** Which of the slices of the colour circle a colour lies in. */
function hueOf(r: number, g: number, b: number, chroma: number): number {
  const max = Math.max(r, g, b)
  const sixth =
    max === r ? (g - b) / chroma : max === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4
  return Math.floor(((sixth + 6) % 6) * (HUES / 6)) % HUES
}
