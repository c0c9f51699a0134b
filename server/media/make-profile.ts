type Three = readonly [number, number, number]
/** Of a matrix, or of three colours. */
type Columns = readonly [Three, Three, Three]
type Chromaticity = readonly [x: number, y: number]

/** CIE 1931 x and y. */
export type Chromaticities = Readonly<
  Record<'white' | 'red' | 'green' | 'blue', readonly [x: number, y: number]>
>

/** The light, 0 to 1, that a value from 0 to 1 stands for. */
export type Curve = (value: number) => number

const CURVE_POINTS = 1024
const D50: Three = [0.9642, 1, 0.8249]
/** Bradford's cone responses to X, Y and Z, by which ICC.1 annex E adapts colours to D50. */
const CONES: Columns = [
  [0.8951, -0.7502, 0.0389],
  [0.2664, 1.7135, -0.0685],
  [-0.1614, 0.0367, 1.0296],
]

/** A colour profile of RGB (ICC.1:2010 §8.4.3) to convert pixels from: it has no name to go out by. */
export function makeProfile(chromaticities: Chromaticities, curve: Curve): Buffer {
  const trc = curveData(curve)
  const [red, green, blue] = adaptToD50(chromaticities).map(xyzData) as [Buffer, Buffer, Buffer]
  const tags = { rXYZ: red, gXYZ: green, bXYZ: blue, rTRC: trc, gTRC: trc, bTRC: trc }
  return joinTags(Object.entries(tags))
}

function joinTags(tags: [string, Buffer][]): Buffer {
  const head = Buffer.alloc(132 + 12 * tags.length)
  head.writeUInt32BE(0x04200000, 8)
  head.write('mntrRGB XYZ ', 12)
  head.write('acsp', 36)
  xyzData(D50).copy(head, 68, 8)
  head.writeUInt32BE(tags.length, 128)
  let end = head.length
  for (const [index, [tag, data]] of tags.entries()) {
    head.write(tag, 132 + 12 * index)
    head.writeUInt32BE(end, 136 + 12 * index)
    head.writeUInt32BE(data.length, 140 + 12 * index)
    end += data.length
  }
  head.writeUInt32BE(end, 0)
  return Buffer.concat([head, ...tags.map(([, data]) => data)])
}

function xyzData(values: Three): Buffer {
  const data = Buffer.alloc(20)
  data.write('XYZ ')
  for (const [index, value] of values.entries())
    data.writeInt32BE(Math.round(value * 65_536), 8 + 4 * index)
  return data
}

function curveData(curve: Curve): Buffer {
  const data = Buffer.alloc(12 + 2 * CURVE_POINTS)
  data.write('curv')
  data.writeUInt32BE(CURVE_POINTS, 8)
  for (let point = 0; point < CURVE_POINTS; point += 1)
    data.writeUInt16BE(Math.round(65_535 * curve(point / (CURVE_POINTS - 1))), 12 + 2 * point)
  return data
}

/** XYZ of full red, green and blue. */
function adaptToD50(chromaticities: Chromaticities): Columns {
  const colours = [
    toXyz(chromaticities.red),
    toXyz(chromaticities.green),
    toXyz(chromaticities.blue),
  ] as const
  const white = toXyz(chromaticities.white)
  const amounts = solve(colours, white)
  const [seen, wanted] = [times(CONES, white), times(CONES, D50)]
  const adapt = (colour: Three, amount: number): Three => {
    const cones = times(CONES, colour)
    const adapted = cones.map((cone, at) => (amount * cone * wanted[at]!) / seen[at]!)
    return solve(CONES, adapted as unknown as Three)
  }
  return colours.map((colour, at) => adapt(colour, amounts[at]!)) as unknown as Columns
}

function toXyz([x, y]: Chromaticity): Three {
  return [x / y, 1, (1 - x - y) / y]
}

function times([a, b, c]: Columns, [x, y, z]: Three): Three {
  return [0, 1, 2].map((row) => a[row]! * x + b[row]! * y + c[row]! * z) as unknown as Three
}

/** Cramer's rule. */
function solve([a, b, c]: Columns, result: Three): Three {
  const all = determinant(a, b, c)
  return [
    determinant(result, b, c) / all,
    determinant(a, result, c) / all,
    determinant(a, b, result) / all,
  ]
}

function determinant([a, b, c]: Three, [d, e, f]: Three, [g, h, i]: Three): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
}

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
