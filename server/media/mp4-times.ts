import { readTime } from '../../contract/taken-time.ts'
import type { TakenTime } from '../../contract/taken-time.ts'
import { pick } from './mp4-boxes.ts'
import type { Box, BoxWalker } from './mp4-boxes.ts'
import { FaultyVideo } from './video-structure.ts'

const CREATION_DATE = 'com.apple.quicktime.creationdate'
/** Of the list of names and of a value: phones write some hundreds. */
const BYTES_MAX = 8192
/** Before a value (QuickTime File Format, "Metadata item list atom"): its type and its place in the world. */
const VALUE_HEAD_BYTES = 8

/**
 * When an iPhone filmed it, by the clock of the place and with its offset, which `mvhd` lacks. Of what makes no sense nothing is known:
 * the video is none the worse for it.
 */
export async function readCreationDate(
  walker: BoxWalker,
  moov: readonly Box[],
): Promise<TakenTime[]> {
  try {
    const userData = pick(moov, 'udta')
    const inside = userData ? await walker.list(userData) : []
    return await readFrom(walker, pick(moov, 'meta') ?? pick(inside, 'meta'))
  } catch (error) {
    if (error instanceof FaultyVideo) return []
    throw error
  }
}

async function readFrom(walker: BoxWalker, meta: Box | undefined): Promise<TakenTime[]> {
  if (!meta || meta.end - meta.start < 8) return []
  // In QuickTime its boxes begin at once, in MP4 after its version.
  const isPlain = (await walker.head(meta, 8)).toString('latin1', 4, 8) === 'hdlr'
  const boxes = await walker.list(meta, isPlain ? 0 : 4)
  const [keys, values] = [pick(boxes, 'keys'), pick(boxes, 'ilst')]
  if (!keys || !values || keys.end - keys.start > BYTES_MAX) return []
  const place = placeOf(await walker.head(keys, keys.end - keys.start))
  // A value's box is named by the place of its name, counting from 1.
  const value = pick(await walker.list(values), nameOfPlace(place))
  const data = value && pick(await walker.list(value), 'data')
  if (!data || data.end - data.start > BYTES_MAX) return []
  const text = (await walker.head(data, data.end - data.start)).toString('utf8', VALUE_HEAD_BYTES)
  const time = readTime(text)
  return time ? [time] : []
}

function nameOfPlace(place: number): string {
  const name = Buffer.alloc(4)
  name.writeUInt32BE(place)
  return name.toString('latin1')
}

/** 0: it is not among them. */
function placeOf(keys: Buffer): number {
  for (let at = 8, place = 1; at + 8 <= keys.length; place += 1) {
    const length = keys.readUInt32BE(at)
    if (length < 8) return 0
    if (keys.toString('latin1', at + 8, at + length) === CREATION_DATE) return place
    at += length
  }
  return 0
}
