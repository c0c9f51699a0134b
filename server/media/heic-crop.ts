import { listProperties } from './heif-properties.ts'

/** Pixels of a part of a picture, from its upper left corner. */
export interface Part {
  left: number
  top: number
  width: number
  height: number
}

/**
 * Has a HEIC's main picture be decoded as a whole, and gives the part of it that is to be shown, upright; undefined where that is all.
 * Changes the bytes: libheif 1.23.2 takes the size after a crop for the most that may be decoded, and refuses such a picture
 * (https://github.com/strukturag/libheif/issues/1856).
 */
export function takeCrop(bytes: Buffer): Part | undefined {
  try {
    return takeCropFrom(bytes)
  } catch {
    // Boxes that end too soon: it is libheif's to say so.
    return undefined
  }
}

function takeCropFrom(bytes: Buffer): Part | undefined {
  const properties = listProperties(bytes)
  const sizeAt = properties.find(({ name }) => name === 'ispe')?.start
  if (sizeAt === undefined || !properties.some(({ name }) => name === 'clap')) return undefined
  let whole = { width: bytes.readUInt32BE(sizeAt + 4), height: bytes.readUInt32BE(sizeAt + 8) }
  let part: Part = { left: 0, top: 0, ...whole }
  for (const { name, start } of properties) {
    if (name === 'clap') {
      part = readPart(bytes, start, whole)
      writeWhole(bytes, start, whole)
    }
    if (name === 'imir') part = mirrored(part, whole, bytes.readUInt8(start) & 1)
    if (name !== 'irot') continue
    for (let turns = bytes.readUInt8(start) & 3; turns > 0; turns -= 1) {
      const { left, top, width, height } = part
      part = { left: top, top: whole.width - left - width, width: height, height: width }
      whole = { width: whole.height, height: whole.width }
    }
  }
  return part
}

/** ISO/IEC 14496-12 §12.1.4: width, height, and the middle's distance from the picture's middle, as fractions. */
function readPart(bytes: Buffer, at: number, whole: Pick<Part, 'width' | 'height'>): Part {
  const [width, height] = [0, 8].map((from) =>
    Math.round(bytes.readUInt32BE(at + from) / bytes.readUInt32BE(at + from + 4)),
  ) as [number, number]
  const [x, y] = [16, 24].map(
    (from) => bytes.readInt32BE(at + from) / bytes.readUInt32BE(at + from + 4),
  ) as [number, number]
  const left = Math.max(0, Math.round(x + (whole.width - width) / 2))
  const top = Math.max(0, Math.round(y + (whole.height - height) / 2))
  return {
    left,
    top,
    width: Math.min(width, whole.width - left),
    height: Math.min(height, whole.height - top),
  }
}

function writeWhole(bytes: Buffer, at: number, { width, height }: Pick<Part, 'width' | 'height'>) {
  for (const [index, value] of [width, 1, height, 1, 0, 1, 0, 1].entries())
    bytes.writeUInt32BE(value, at + 4 * index)
}

/** ISO/IEC 23008-12 §6.5.12: 0 exchanges top and bottom, 1 left and right. */
function mirrored(part: Part, whole: Pick<Part, 'width' | 'height'>, axis: number): Part {
  return axis === 1
    ? { ...part, left: whole.width - part.left - part.width }
    : { ...part, top: whole.height - part.top - part.height }
}
