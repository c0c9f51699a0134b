import type { FileReader } from './file-reader.ts'
import { createBoxWalker, pick, requireBox } from './mp4-boxes.ts'
import type { Box, BoxWalker } from './mp4-boxes.ts'
import { readCreationDate } from './mp4-times.ts'
import { FaultyVideo, momentOf, requireLength, requireSize } from './video-structure.ts'
import type { LongestVideo, VideoStructure } from './video-structure.ts'

/** What describes all frames of three minutes takes less than a megabyte; a file of nothing else is no video. */
const MOOV_BYTES_MAX = 64 * 1024 * 1024
const TRACKS_MAX = 32
/** Slow motion is filmed with 240 frames a second. */
const FRAMES_PER_SECOND_MAX = 300
const EXTRA_FRAMES = 1000
/** Between the beginning of 1904, from which QuickTime counts, and that of 1970. */
const EPOCH_SECONDS = 2_082_844_800
/** Says that the length is not known. */
const UNKNOWN_32 = 0xffff_ffff
const UNKNOWN_64 = 0xffff_ffff_ffff_ffffn
/** The flag of a reference that leads nowhere but into the file itself. */
const SELF_CONTAINED = 1
/** Of H.264 with 8 bits and 4:2:0, as all devices decode: baseline, main, extended and high. */
const PLAIN_PROFILES: readonly (number | undefined)[] = [66, 77, 88, 100]
/** What stands in the description of pictures before its boxes. */
const PICTURE_BYTES = 78

/**
 * Walks over the description of an MP4 or MOV (ISO/IEC 14496-12). Throws a `FaultyVideo` where boxes are cut or endless, or where by what
 * it says it is too long or too large, has too many frames, none at all, or lies in other files.
 */
export async function inspectMp4(
  reader: FileReader,
  longest: LongestVideo,
): Promise<VideoStructure> {
  const walker = createBoxWalker(reader)
  const outermost = await walker.list({ start: 0, end: reader.size })
  requireBox(outermost, 'mdat')
  const moov = requireBox(outermost, 'moov')
  if (moov.end - moov.start > MOOV_BYTES_MAX) {
    throw new FaultyVideo('unsupported_video', 'moov box too large')
  }
  const boxes = await walker.list(moov)
  if (pick(boxes, 'cmov')) throw new FaultyVideo('unsupported_video', 'moov box compressed')
  const movie = await readTimes(walker, requireBox(boxes, 'mvhd'))
  requireLength(movie.seconds, longest)
  const tracks = boxes.filter(({ name }) => name === 'trak')
  if (tracks.length > TRACKS_MAX) throw new FaultyVideo('damaged_video', 'too many tracks')
  const found: Track[] = []
  for (const track of tracks) {
    found.push(await inspectTrack(walker, track, { ...longest, timescale: movie.timescale }))
  }
  const pictures = found.filter(({ handler }) => handler === 'vide')
  if (pictures.length === 0) throw new FaultyVideo('unsupported_video', 'no video track')
  const sound = found.filter(({ handler }) => handler === 'soun')
  const isSoundPlain = sound.length === 0 || sound.some(({ isPlain }) => isPlain)
  const isPlain = isSoundPlain && pictures.some((track) => track.isPlain)
  const stated = await readCreationDate(walker, boxes)
  return { times: [...stated, ...movie.times], isPlain }
}

interface Track {
  /** `vide`, `soun`, or what is left out. */
  handler: string
  /** H.264 as every device decodes it, or AAC. */
  isPlain: boolean
}

/** Of `mvhd` and `mdhd`, which begin alike: when it was made, in UTC, and how long it is. */
async function readTimes(walker: BoxWalker, box: Box) {
  const isLong = (await walker.head(box, 1))[0] === 1
  const bytes = await walker.head(box, isLong ? 32 : 20)
  const created = isLong ? Number(bytes.readBigUInt64BE(4)) : bytes.readUInt32BE(4)
  const timescale = bytes.readUInt32BE(isLong ? 20 : 12)
  const seconds = secondsOf(bytes, isLong ? 24 : 16, isLong, timescale)
  const times = created === 0 ? [] : momentOf((created - EPOCH_SECONDS) * 1000)
  return { timescale, seconds, times }
}

/** 0 where it is not known, as of a recording in fragments: then how long it is shows when it is read. */
function secondsOf(bytes: Buffer, at: number, isLong: boolean, timescale: number): number {
  const isUnknown = isLong
    ? bytes.readBigUInt64BE(at) === UNKNOWN_64
    : bytes.readUInt32BE(at) === UNKNOWN_32
  if (isUnknown) return 0
  const length = isLong ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at)
  if (length > 0 && timescale === 0) throw new FaultyVideo('damaged_video', 'no time scale')
  return length === 0 ? 0 : length / timescale
}

async function inspectTrack(
  walker: BoxWalker,
  track: Box,
  longest: LongestVideo & { timescale: number },
): Promise<Track> {
  const boxes = await walker.list(track)
  const media = await walker.list(requireBox(boxes, 'mdia'))
  const handler = (await walker.head(requireBox(media, 'hdlr'), 12)).toString('latin1', 8, 12)
  // What else there is, such as places and faces, is left out.
  if (handler !== 'vide' && handler !== 'soun') return { handler, isPlain: false }
  const header = requireBox(boxes, 'tkhd')
  const isLong = (await walker.head(header, 1))[0] === 1
  const bytes = await walker.head(header, isLong ? 96 : 84)
  requireLength(secondsOf(bytes, isLong ? 28 : 20, isLong, longest.timescale), longest)
  const info = await walker.list(requireBox(media, 'minf'))
  await requireOwnData(walker, info)
  if (handler === 'soun') return { handler, isPlain: await isAac(walker, info) }
  requireSize(
    bytes.readUInt32BE(isLong ? 88 : 76) >>> 16,
    bytes.readUInt32BE(isLong ? 92 : 80) >>> 16,
  )
  const table = await walker.list(requireBox(info, 'stbl'))
  await inspectFrames(walker, table, longest)
  return { handler, isPlain: await isPlainH264(walker, requireBox(table, 'stsd')) }
}

/** A reference to another file, or to another host, is followed by nobody here. */
async function requireOwnData(walker: BoxWalker, info: readonly Box[]): Promise<void> {
  const data = pick(info, 'dinf')
  const references = data && pick(await walker.list(data), 'dref')
  if (!references) return
  for (const reference of await walker.list(references, 8)) {
    const flags = (await walker.head(reference, 4)).readUIntBE(1, 3)
    if ((flags & SELF_CONTAINED) === 0) {
      throw new FaultyVideo('unsupported_video', `data elsewhere (${reference.name})`)
    }
  }
}

/** MP3 is called the same by some: whoever copies it finds that out. */
async function isAac(walker: BoxWalker, info: readonly Box[]): Promise<boolean> {
  const table = pick(info, 'stbl')
  const description = table && pick(await walker.list(table), 'stsd')
  return description !== undefined && pick(await walker.list(description, 8), 'mp4a') !== undefined
}

async function isPlainH264(walker: BoxWalker, description: Box): Promise<boolean> {
  for (const entry of await walker.list(description, 8)) {
    const isH264 = entry.name === 'avc1' || entry.name === 'avc3'
    const config = isH264 && pick(await walker.list(entry, PICTURE_BYTES), 'avcC')
    if (!config || !PLAIN_PROFILES.includes((await walker.head(config, 2))[1])) return false
  }
  return true
}

async function inspectFrames(
  walker: BoxWalker,
  table: readonly Box[],
  { maxVideoSeconds }: LongestVideo,
): Promise<void> {
  for (const entry of await walker.list(requireBox(table, 'stsd'), 8)) {
    const bytes = await walker.head(entry, 28)
    requireSize(bytes.readUInt16BE(24), bytes.readUInt16BE(26))
  }
  const sizes = pick(table, 'stsz') ?? pick(table, 'stz2')
  const frames = sizes ? (await walker.head(sizes, 12)).readUInt32BE(8) : 0
  if (frames > maxVideoSeconds * FRAMES_PER_SECOND_MAX + EXTRA_FRAMES) {
    throw new FaultyVideo('video_too_long', `${frames} frames`)
  }
}
