import { CHUNK_AIM_MS, CHUNK_BYTES, POSTER } from '../../../contract/limits.ts'
import { ApiError } from '../../api/api-error.ts'
import { isSilence } from '../../api/contact.ts'
import { tus } from '../../api/tus.ts'
import type { Tus } from '../../api/tus.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import type { Send, Sending, UploadAnswer } from './upload-answer.ts'

/** How often progress is stored. */
const NOTE_EVERY_MS = 1000
/** How often in one try the server may report another offset, or that it does not know the upload. */
const CORRECTIONS_MAX = 3

interface ResumableOptions {
  calls?: Tus
  /** Milliseconds of a monotonic clock. */
  clock?: () => number
}

/**
 * Makes the function that sends a photo in chunks sized to the line, from the offset that the server has. The server keeps what
 * arrived, so a failed try still shortens the next one.
 */
export function createResumableSend({
  calls = tus,
  clock = () => performance.now(),
}: ResumableOptions = {}): Send {
  const chunk = createChunkSize()
  return (sending) => sendChunks({ calls, clock, chunk, ...sending })
}

interface Parts extends Sending, Required<ResumableOptions> {
  chunk: ReturnType<typeof createChunkSize>
}

interface Place {
  id: string
  offset: number
}

async function sendChunks(parts: Parts): Promise<UploadAnswer | undefined> {
  const { calls, photo, bytes, token, note, clock } = parts
  const { eventHash, uploadId } = photo
  const { size } = bytes
  // The server may have an upload begun in this try or an earlier one.
  let place = await (uploadId === null ? createUpload(parts) : findUpload(parts, uploadId))
  let notedAt = clock()
  let corrections = 0
  for (;;) {
    try {
      const { id, offset } = place
      if (offset >= size) {
        await note({ offset, mayBeStored: true })
        return await calls.readResult({ eventHash, id }, token)
      }
      const end = endOfChunk(parts, offset)
      // Before the chunk that may complete it, too.
      if (end >= size || clock() - notedAt >= NOTE_EVERY_MS) {
        notedAt = clock()
        if (!(await note({ offset, ...(end >= size && { mayBeStored: true }) }))) return undefined
      }
      place = { id, offset: await sendChunk(parts, place, end) }
    } catch (error) {
      corrections += 1
      if (corrections > CORRECTIONS_MAX) throw error
      place = await placeAfter(error, parts, place.id)
      notedAt = clock()
    }
  }
}

async function findUpload(parts: Parts, id: string): Promise<Place> {
  const { calls, photo, token, note } = parts
  try {
    const { offset, wantsPoster } = await calls.readPlace({ eventHash: photo.eventHash, id }, token)
    await note({ offset })
    if (wantsPoster) await sendPoster(parts, id)
    return { id, offset }
  } catch (error) {
    if (isUnknownUpload(error)) return createUpload(parts)
    throw error
  }
}

async function createUpload(parts: Parts): Promise<Place> {
  const { calls, photo, bytes, token, note } = parts
  const upload = { ...newUploadOf(photo), size: bytes.size }
  const { id, offset, wantsPoster } = await calls.create(upload, token)
  await note({ uploadId: id, offset })
  if (wantsPoster) await sendPoster(parts, id)
  return { id, offset }
}

/** A video does not wait for its poster: one that did not get through is sent with the next try, or a plain picture stands for it. */
async function sendPoster(
  { calls, photo: { eventHash }, token, readPoster }: Parts,
  id: string,
): Promise<void> {
  try {
    const poster = await readPoster()
    if (poster && poster.byteLength <= POSTER.bytesMax)
      await calls.sendPoster({ eventHash, id }, poster, token)
  } catch (error) {
    console.warn(error)
  }
}

/** What the server is told of a photo before its bytes. */
export function newUploadOf(photo: OutboxPhoto) {
  const { key, original_date, timezone, sha256, original_sha256 } = photo
  const metadata = {
    key,
    filename: photo.name,
    filetype: photo.type,
    original_date,
    timezone,
    description: '1',
    ...(sha256 === null ? {} : { sha256 }),
    ...(original_sha256 === null ? {} : { original_sha256 }),
  }
  return { eventHash: photo.eventHash, size: photo.size, metadata }
}

/** Each photo begins with the least, also after fast ones: the line may be a slow one by now, and shows soon that something goes. */
function endOfChunk({ chunk, bytes }: Parts, offset: number): number {
  const size = offset === 0 ? Math.min(chunk.bytes, CHUNK_BYTES.min) : chunk.bytes
  return Math.min(offset + size, bytes.size)
}

async function sendChunk(
  { calls, photo, bytes, token, chunk, clock, note }: Parts,
  { id, offset }: Place,
  end: number,
): Promise<number> {
  const part = await bytes.slice(offset, end)
  const startedAt = clock()
  try {
    const next = await calls.append({ eventHash: photo.eventHash, id }, offset, part, token)
    chunk.arrived(next - offset, clock() - startedAt)
    return next
  } catch (error) {
    if (isSilence(error)) chunk.broke()
    await note({ offset })
    throw error
  }
}

/** Where to go on after the server refused a chunk's offset; any other refusal ends this try. */
async function placeAfter(error: unknown, parts: Parts, id: string): Promise<Place> {
  if (isUnknownUpload(error)) return createUpload(parts)
  if (error instanceof ApiError && error.status === 409) return findUpload(parts, id)
  throw error
}

/**
 * Whether our server does not know the upload (any more), or does not say why it refuses it, as in an answer to HEAD: whoever begins it
 * again is told. Somebody else's 404 does not count.
 */
function isUnknownUpload(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'unexpected_answer') return false
  return error.status === 404 || error.status === 410 || error.code === 'tus_403'
}

/** After so many whole chunks in a row a larger one is tried. */
const WHOLE_BEFORE_GROWING = 2

/**
 * The size of the next chunk, adapted to how the last ones went: grows after whole chunks, shrinks after slow and broken ones, within
 * `CHUNK_BYTES`.
 */
export function createChunkSize() {
  let bytes = CHUNK_BYTES.first
  let whole = 0

  function become(next: number): void {
    bytes = Math.min(Math.max(Math.floor(next), CHUNK_BYTES.min), CHUNK_BYTES.max)
    whole = 0
  }

  return {
    get bytes(): number {
      return bytes
    },
    arrived(sent: number, tookMs: number): void {
      const fitting = (sent / Math.max(tookMs, 1)) * CHUNK_AIM_MS
      if (tookMs > CHUNK_AIM_MS) return become(fitting)
      if (sent < bytes) return
      whole += 1
      if (whole >= WHOLE_BEFORE_GROWING) become(Math.min(bytes * 2, fitting))
    },
    broke: (): void => become(bytes / 2),
  }
}
