import { createSeededRandom } from './seeded-random.ts'

interface SceneOptions {
  /** Pixels of the photo as stored; the scene is painted smaller. */
  width: number
  height: number
  orientation: number
  seed: number
}

interface Scene {
  rgb: Buffer
  width: number
  height: number
}

type Rgb = [number, number, number]

/** An evening by a lake with lanterns. Each seed gives another hour and other hills. */
export function paintScene({ width, height, orientation, seed }: SceneOptions): Scene {
  const scale = Math.min(6, Math.max(1, Math.floor(Math.min(width, height) / 200)))
  const stored = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) }
  const isTurned = orientation >= 5
  const upright = isTurned ? { width: stored.height, height: stored.width } : stored
  const colourAt = makeScene(seed, upright.width / upright.height)
  const corner = Math.min(upright.width, upright.height) * RED_CORNER_SHARE
  const rgb = Buffer.alloc(stored.width * stored.height * 3)
  for (let row = 0, at = 0; row < stored.height; row += 1) {
    for (let column = 0; column < stored.width; column += 1, at += 3) {
      const { x, y } = uprightPlace(orientation, column, row, stored)
      const [r, g, b] =
        x < corner && y < corner
          ? RED
          : colourAt((x + 0.5) / upright.width, (y + 0.5) / upright.height)
      rgb[at] = r
      rgb[at + 1] = g
      rgb[at + 2] = b
    }
  }
  return { rgb, ...stored }
}

/** Fills a photo's upper left corner, so that a test can tell which way up it is. */
const RED: Rgb = [225, 20, 25]
/** Share of the shorter side. */
const RED_CORNER_SHARE = 1 / 6

/** The place of a stored pixel in the upright photo (EXIF 2.32, Orientation). */
function uprightPlace(
  orientation: number,
  column: number,
  row: number,
  stored: { width: number; height: number },
) {
  const right = stored.width - 1 - column
  const below = stored.height - 1 - row
  const places = [
    { x: column, y: row },
    { x: right, y: row },
    { x: right, y: below },
    { x: column, y: below },
    { x: row, y: column },
    { x: below, y: column },
    { x: below, y: right },
    { x: row, y: right },
  ]
  return places[orientation - 1]!
}

/** The scene's colour at a place, both coordinates 0 to 1 from the upper left corner. */
function makeScene(seed: number, aspect: number): (x: number, y: number) => Rgb {
  const random = createSeededRandom(seed).next
  const hue = random() * 360
  const [zenith, glow] = [hsl(hue, 0.55, 0.28), hsl(hue + 40 + random() * 80, 0.85, 0.7)]
  const sun = { x: 0.3 + random() * 0.5, y: 0.25 + random() * 0.25, size: 0.05 + random() * 0.05 }
  const hills = [0.52, 0.58, 0.66].map((level, index) => ({
    level,
    waves: [2.1, 5.3, 13.7].map((speed) => ({
      speed,
      phase: random() * 9,
      height: 0.05 / speed ** 0.6,
    })),
    colour: blend(glow, hsl(hue + 200, 0.4, 0.16), 0.45 + index * 0.2),
  }))
  const lanterns = Array.from({ length: 22 }, () => ({
    x: random(),
    y: 0.72 + random() * 0.26,
    size: 0.012 + random() * 0.04,
    colour: hsl(20 + random() * 60, 0.95, 0.6),
  }))

  return (x, y) => {
    let colour = blend(zenith, glow, Math.min(1, y / 0.6) ** 1.4)
    const fromSun = Math.hypot((x - sun.x) * aspect, y - sun.y) / sun.size
    colour = blend(colour, [255, 244, 214], fromSun < 1 ? 1 : 0.75 / fromSun ** 1.5)
    for (const hill of hills) {
      const crest = hill.waves.reduce(
        (top, wave) => top + Math.sin(x * aspect * wave.speed * 3 + wave.phase) * wave.height,
        hill.level,
      )
      if (y > crest) colour = hill.colour
    }
    if (y > 0.72)
      colour = blend(
        blend(glow, zenith, (y - 0.72) * 3),
        [250, 250, 255],
        Math.max(0, Math.sin(y * 260 + Math.sin(x * 21) * 3)) * 0.13,
      )
    for (const lantern of lanterns) {
      const distance = Math.hypot((x - lantern.x) * aspect, y - lantern.y) / lantern.size
      if (distance < 1.3)
        colour = blend(colour, lantern.colour, distance < 1 ? 0.75 : (1.3 - distance) * 2)
    }
    return colour
  }
}

function blend(from: Rgb, to: Rgb, share: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ]
}

function hsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((step) => {
    const part = (step + hue / 30) % 12
    return 255 * (lightness - reach * Math.max(-1, Math.min(part - 3, 9 - part, 1)))
  }) as Rgb
}
