import { crc32 } from 'node:zlib'
import { RENDITION_NAMES, RENDITIONS } from '../../contract/renditions.ts'
import type { VideoType } from '../../contract/video-type.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Oriented } from '../media/orientation.ts'
import { stripMetadata } from '../media/strip-metadata.ts'
import type { Stamp, StrippedParts } from '../media/strip-metadata.ts'
import { mediaKeys, videoKeys } from '../posts/post-media.ts'
import type { MediaKeys, VideoKeys } from '../posts/post-media.ts'
import type { PostRow } from '../posts/posts.ts'

export interface ArchivedPost
  extends Oriented, Pick<PostRow, 'id' | 'kind' | 'media_name' | 'original_date' | 'lacks_full'> {
  /** Ending of a video's original without its metadata; null: there is no other than the video as it is served. */
  clean_type: VideoType | null
}

/** What an archive takes of a post, and where its bytes are. */
export interface ArchiveFile {
  /** Ending of its name. */
  type: string
  /** Bytes; 0: nothing of the post can be read. */
  size: number
  crc32: number
  content: FileContent
}

interface FileContent {
  blob: keyof MediaKeys | keyof VideoKeys
  /** Runs of the blob (start, and end not included), and between them bytes of ours in base64. */
  parts: ([start: number, end: number] | string)[]
}

/** Whether these are bytes that may be made again, as others. */
export function isOfRendition({ blob }: FileContent): boolean {
  return blob !== 'original'
}

/**
 * Finds out what an archive takes of a post: the original without what must not leave, or the rendition where the original's kind
 * cannot be cut. Rejects where a file that is there cannot be read.
 */
export async function makeArchiveFile(blobs: BlobStore, post: ArchivedPost): Promise<ArchiveFile> {
  if (post.kind === 'video') return makeVideoFile(blobs, post)
  const key = mediaKeys(post.media_name).original
  const cut = await blobs.withFiles(
    [key],
    async ([original]) => original && stripMetadata(original, stampOf(post)),
  )
  if (!cut) return makeRenditionFile(blobs, post)
  const content: FileContent = { blob: 'original', parts: toStored(cut.parts) }
  const type = cut.type === 'jpeg' ? 'jpg' : cut.type
  return { type, content, ...(await measure(blobs, post, content)) }
}

/** The video as it is served stands in for a copy that is lost, and its poster for both. */
async function makeVideoFile(blobs: BlobStore, post: ArchivedPost): Promise<ArchiveFile> {
  const { clean_type } = post
  return (
    (clean_type && (await makeWholeFile(blobs, post, 'clean', clean_type))) ||
    (await makeWholeFile(blobs, post, 'video', 'mp4')) ||
    makeRenditionFile(blobs, post)
  )
}

/** Takes the rendition of a photo, else its thumb, as everybody sees it; nothing of one that has neither. */
export async function makeRenditionFile(
  blobs: BlobStore,
  post: ArchivedPost,
): Promise<ArchiveFile> {
  for (const blob of RENDITION_NAMES) {
    const file = await makeWholeFile(blobs, post, blob, RENDITIONS[blob].ending)
    if (file) return file
  }
  return { type: 'jpg', size: 0, crc32: 0, content: { blob: 'full', parts: [] } }
}

/** Takes all of a blob; undefined where it is not there. */
async function makeWholeFile(
  blobs: BlobStore,
  post: ArchivedPost,
  blob: FileContent['blob'],
  type: string,
): Promise<ArchiveFile | undefined> {
  const size = await blobs.size(keyOf(post, blob))
  if (!size) return undefined
  const content: FileContent = { blob, parts: [[0, size]] }
  return { type, content, ...(await measure(blobs, post, content)) }
}

function keyOf({ media_name }: Pick<PostRow, 'media_name'>, blob: FileContent['blob']): string {
  return { ...mediaKeys(media_name), ...videoKeys(media_name) }[blob]
}

/**
 * The bytes of a file from `from` up to, not including, `to`. Each piece holds until the next is asked for: all lie in the same memory.
 * Rejects where its blob is gone.
 */
export async function* readArchiveFile(
  blobs: BlobStore,
  post: Pick<PostRow, 'media_name'>,
  { blob, parts }: FileContent,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Uint8Array> {
  const key = keyOf(post, blob)
  let place = 0
  for (const part of parts) {
    const own = typeof part === 'string' ? Buffer.from(part, 'base64') : undefined
    const [start, end] = typeof part === 'string' ? [0, own?.length ?? 0] : part
    const first = start + Math.max(from - place, 0)
    const last = Math.min(end, start + to - place)
    place += end - start
    if (first >= last) continue
    if (own) {
      yield own.subarray(first, last)
      continue
    }
    const found = await blobs.open(key, { start: first, end: last - 1 })
    if (!found || found.size < last) throw new Error('a blob of an archive is gone')
    yield* readInPlace(found.stream)
  }
}

const PIECE_BYTES = 128 * 1024

/** Reads into one piece of memory, again and again: what is left to be collected adds up to more than all downloads need. */
async function* readInPlace(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader({ mode: 'byob' })
  let memory = new ArrayBuffer(PIECE_BYTES)
  try {
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(memory))
      if (done) return
      memory = value.buffer
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

/** When a photo was taken and how it lies, as EXIF data say it. */
function stampOf({ original_date, orientation }: ArchivedPost): Stamp {
  const [, sign = '+', hours = '00', minutes = '00'] =
    /([+-])(\d\d):?(\d\d)?$/.exec(original_date.slice(CLOCK_LENGTH)) ?? []
  return { orientation, takenAt: clockOf(original_date), offset: `${sign}${hours}:${minutes}` }
}

const CLOCK_LENGTH = 'YYYY-MM-DDTHH:mm:ss'.length

/** The wall clock of a photo's place, `YYYY-MM-DDTHH:mm:ss`. */
export function clockOf(original_date: string): string {
  return original_date.slice(0, CLOCK_LENGTH).replace(' ', 'T')
}

function toStored(parts: StrippedParts): FileContent['parts'] {
  return parts.map((part) =>
    Buffer.isBuffer(part) ? part.toString('base64') : [part.start, part.end],
  )
}

/** Reads it once, on the same way as every download will. */
async function measure(
  blobs: BlobStore,
  post: ArchivedPost,
  content: FileContent,
): Promise<{ size: number; crc32: number }> {
  let size = 0
  let sum = 0
  for await (const bytes of readArchiveFile(blobs, post, content, { from: 0, to: Infinity })) {
    size += bytes.length
    sum = crc32(bytes, sum)
  }
  return { size, crc32: sum }
}
