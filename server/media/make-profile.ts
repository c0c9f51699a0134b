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
/** Beyond what any colours that can be seen come to. */
const MAX_XYZ = 4

/**
 * A colour profile of RGB (ICC.1:2010 §8.4.3) to convert pixels from: it has no name to go out by. Undefined for chromaticities that make no
 * sense.
 */
export function makeProfile(chromaticities: Chromaticities, curve: Curve): Buffer | undefined {
  const colours = adaptToD50(chromaticities)
  if (!colours.flat().every((part) => Math.abs(part) < MAX_XYZ)) return undefined
  const trc = curveData(curve)
  const [red, green, blue] = colours.map(xyzData) as [Buffer, Buffer, Buffer]
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
