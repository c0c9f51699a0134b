type Three = [number, number, number]
/** The value, 0 to 1, that a light is written as. */
export type Encode = (light: number) => number

interface ColourSpace {
  name: string
  /** XYZ (D50) of full red, green and blue, as rows of the matrix. */
  matrix: [Three, Three, Three]
  /** Absent: sRGB's own curve. */
  gamma?: number
}

const SRGB: ColourSpace['matrix'] = [
  [0.4360747, 0.3850649, 0.1430804],
  [0.2225045, 0.7168786, 0.0606169],
  [0.0139322, 0.0971045, 0.7141733],
]

/** Those that phones and cameras share, one of wide gamut, and one of somebody's own screen. */
export const SPACES = {
  srgb: { name: 'sRGB', matrix: SRGB },
  p3: {
    name: 'Display P3',
    matrix: [
      [0.5151187, 0.2919778, 0.1571035],
      [0.2411892, 0.6922441, 0.0665668],
      [-0.0010505, 0.0418791, 0.7840713],
    ],
  },
  adobe: {
    name: 'Adobe RGB (1998)',
    matrix: [
      [0.6097559, 0.2052401, 0.149224],
      [0.3111242, 0.625656, 0.0632197],
      [0.0194811, 0.0608902, 0.7448387],
    ],
    gamma: 2.19921875,
  },
  wide: {
    name: 'ROMM RGB',
    matrix: [
      [0.7976749, 0.1351917, 0.0313534],
      [0.2880402, 0.7118741, 0.0000857],
      [0, 0, 0.82521],
    ],
    gamma: 1.8,
  },
  own: { name: 'DELL P3223QE SN12', matrix: SRGB, gamma: 1.4 },
} satisfies Record<string, ColourSpace>

/** Those of video, by the same rule. */
export const VIDEO = {
  pal: [
    [0.4552773, 0.36755, 0.1413926],
    [0.2323025, 0.7077956, 0.0599019],
    [0.0145457, 0.1049154, 0.7057489],
  ],
  ntsc: [
    [0.416329, 0.3931464, 0.1547446],
    [0.2216999, 0.7032549, 0.0750452],
    [0.0136576, 0.0913604, 0.720192],
  ],
  bt2020: [
    [0.6734241, 0.1656411, 0.1251286],
    [0.2790177, 0.6753402, 0.0456377],
    [-0.00193, 0.0299784, 0.797333],
  ],
} satisfies Record<string, ColourSpace['matrix']>

/** What a colour of sRGB (0 to 255) is in another space, from 0 to 1. */
export function fromSrgb(
  colour: Three,
  { matrix, gamma }: Pick<ColourSpace, 'matrix'> & { gamma?: number | Encode },
): Three {
  const linear = colour.map((part) => decodeSrgb(part / 255)) as Three
  const parts = times(inverse(matrix), times(SRGB, linear))
  return parts.map((part) => encode(Math.min(1, Math.max(0, part)), gamma)) as Three
}

/** A colour profile (ICC.1:2010), of RGB by matrix and curve. */
export function rgbProfile({ name, matrix, gamma }: ColourSpace): Buffer {
  const [red, green, blue] = [0, 1, 2].map((column) => xyz(matrix.map((row) => row[column]!)))
  const trc = curve(gamma)
  const tags: [string, Buffer][] = [
    ['desc', text(name)],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ['rXYZ', red!],
    ['gXYZ', green!],
    ['bXYZ', blue!],
    ...['rTRC', 'gTRC', 'bTRC'].map((tag): [string, Buffer] => [tag, trc]),
  ]
  return profile('mntrRGB XYZ ', tags)
}

export function greyProfile(name: string, gamma: number): Buffer {
  return profile('mntrGRAYXYZ ', [
    ['desc', text(name)],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ['kTRC', curve(gamma)],
  ])
}

/**
 * A profile of a printer. `inks`: what each mixture of full inks looks like in sRGB (0 to 255), from no ink over K, Y, YK, M ... to all
 * (ICC.1 clause 10.10).
 */
export function cmykProfile(name: string, inks: readonly Three[]): Buffer {
  const unity = [1, 0, 0, 0, 1, 0, 0, 0, 1].map((value) => value * 65_536)
  const straight = [0, 65_535]
  const head = Buffer.from('mft2\0\0\0\0\x04\x03\x02\0', 'latin1')
  const matrix = Buffer.alloc(36)
  for (const [index, value] of unity.entries()) matrix.writeInt32BE(value, 4 * index)
  const table = uint16([2, 2, ...straight, ...straight, ...straight, ...straight])
  const looks = uint16(inks.flatMap(labValues))
  const out = uint16([...straight, ...straight, ...straight])
  return profile('prtrCMYKLab ', [
    ['desc', text(name)],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ['A2B0', Buffer.concat([head, matrix, table, looks, out])],
  ])
}

/** `kind`: what it is of, its colours, and by what they are said (ICC.1 clause 7.2). */
function profile(kind: string, tags: [string, Buffer][]): Buffer {
  const head = Buffer.alloc(132 + 12 * tags.length)
  head.writeUInt32BE(0x04200000, 8)
  head.write(kind, 12)
  head.write('acsp', 36)
  xyz([0.9642, 1, 0.8249]).copy(head, 68, 8)
  head.writeUInt32BE(tags.length, 128)
  let at = head.length
  for (const [index, [tag, data]] of tags.entries()) {
    head.write(tag, 132 + 12 * index)
    head.writeUInt32BE(at, 136 + 12 * index)
    head.writeUInt32BE(data.length, 140 + 12 * index)
    at += data.length
  }
  const whole = Buffer.concat([head, ...tags.map(([, data]) => data)])
  whole.writeUInt32BE(whole.length)
  return whole
}

function text(words: string): Buffer {
  const utf16 = Buffer.from(words.length % 2 ? `${words} ` : words, 'utf16le').swap16()
  const head = Buffer.from('mluc\0\0\0\0\0\0\0\x01\0\0\0\x0cenUS\0\0\0\0\0\0\0\x1c', 'latin1')
  head.writeUInt32BE(utf16.length, 20)
  return Buffer.concat([head, utf16])
}

function xyz(values: number[]): Buffer {
  const data = Buffer.alloc(20)
  data.write('XYZ ')
  for (const [index, value] of values.entries())
    data.writeInt32BE(Math.round(value * 65_536), 8 + 4 * index)
  return data
}

function uint16(values: number[]): Buffer {
  return Buffer.from(Uint16Array.from(values).buffer).swap16()
}

/** CIELAB as 16 bits. */
function labValues(colour: Three): number[] {
  const linear = colour.map((part) => decodeSrgb(part / 255)) as Three
  const white = [0.9642, 1, 0.8249]
  const [x, y, z] = times(SRGB, linear).map((part, index) =>
    Math.cbrt(part / white[index]!),
  ) as Three
  const [light, a, b] = [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  return [(light / 100) * 65_280, (a + 128) * 256, (b + 128) * 256].map(Math.round)
}

/** A parametric curve: of one exponent, or sRGB's. */
function curve(gamma?: number): Buffer {
  const values = gamma ? [gamma] : [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
  const data = Buffer.alloc(12 + 4 * values.length)
  data.write('para')
  data.writeUInt16BE(gamma ? 0 : 3, 8)
  for (const [index, value] of values.entries())
    data.writeInt32BE(Math.round(value * 65_536), 12 + 4 * index)
  return data
}

function decodeSrgb(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function encode(part: number, gamma?: number | Encode): number {
  if (typeof gamma === 'function') return gamma(part)
  if (gamma) return part ** (1 / gamma)
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
}

function times(matrix: ColourSpace['matrix'], by: Three): Three {
  return matrix.map((row) => row[0] * by[0] + row[1] * by[1] + row[2] * by[2]) as Three
}

function inverse([[a, b, c], [d, e, f], [g, h, i]]: ColourSpace['matrix']): ColourSpace['matrix'] {
  const by = 1 / (a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g))
  return [
    [(e * i - f * h) * by, (c * h - b * i) * by, (b * f - c * e) * by],
    [(f * g - d * i) * by, (a * i - c * g) * by, (c * d - a * f) * by],
    [(d * h - e * g) * by, (b * g - a * h) * by, (a * e - b * d) * by],
  ]
}
