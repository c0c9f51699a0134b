import { open } from 'node:fs/promises'
import type { Parts } from '../events/parts.ts'
import type { VideoLimits } from '../events/event-wire.ts'
import type { EventRow } from '../events/events.ts'
import { texts } from '../../contract/texts.ts'
import { SNIFF_BYTES, sniffPhoto } from '../../contract/photo-type.ts'
import { sniffVideo } from '../../contract/video-type.ts'
import type { VideoType } from '../../contract/video-type.ts'
import { HttpError } from '../http/http-error.ts'
import { inspectVideo } from '../media/inspect-video.ts'
import { lookAtPhoto, receiveFile, refusePhoto } from './receive-photo.ts'
import type { ReceivedPhoto, ReceiveParts, Seen } from './receive-photo.ts'

export interface ReceiveUploadParts extends ReceiveParts, Pick<Parts, 'videoLimits'> {
  /** Of a photo. */
  maxUploadBytes: number
  /** What this process lacks to decode videos; undefined: nothing. */
  missingHere: () => Promise<string | undefined>
  /** What whoever processes videos is known to lack; undefined: nothing. */
  missingForVideos: () => Promise<string | undefined>
}

/** What speaks against a video by its bytes alone. */
export const VIDEO_REFUSALS = ['unsupported_video', 'damaged_video', 'video_too_long'] as const
/** The last one may end: ffmpeg is installed, or was not to be had for a moment. */
type VideoRefusal = (typeof VIDEO_REFUSALS)[number] | 'video_needs_ffmpeg'

export function refuseVideo(
  code: VideoRefusal | 'too_large',
  { maxVideoSeconds, maxVideoBytes }: VideoLimits,
): HttpError {
  const { videoTooLong, videoTooLarge } = texts.server
  if (code === 'video_too_long') {
    return new HttpError(code, { field: 'image', message: videoTooLong(maxVideoSeconds) })
  }
  if (code === 'too_large') {
    return new HttpError(code, { field: 'image', message: videoTooLarge(maxVideoBytes) })
  }
  return new HttpError(code, { field: 'image' })
}

/** Whether this is said to be a video where videos are taken: how large it may be. What it is, its bytes decide in the end. */
export function isVideoUpload(event: EventRow, filetype = ''): boolean {
  return event.allow_videos === 1 && filetype.startsWith('video/')
}

/**
 * Streams what came by a resumable upload into the blob store under `key`: a photo as `receivePhoto` does, or a video where the Orma
 * takes them. Rejects as that does, with 415 for a video of a kind that is not taken, or 422 (damage, or longer than allowed).
 */
export function receiveUpload(
  parts: ReceiveUploadParts,
  key: string,
  file: Parameters<typeof receiveFile>[2],
  { event, length }: { event: EventRow; length: number },
): Promise<ReceivedPhoto> {
  const look = async (stored: string): Promise<Seen> => {
    const head = await readHead(stored)
    const isPhoto = sniffPhoto(head) !== undefined
    const videoType = isPhoto ? undefined : sniffVideo(head)
    if (videoType && event.allow_videos === 1) return lookAtVideo(parts, stored, videoType)
    if (isPhoto && length > parts.maxUploadBytes) throw refusePhoto('too_large')
    return lookAtPhoto(parts, stored)
  }
  return receiveFile(parts, key, file, { maxBytes: length, look })
}

async function lookAtVideo(
  { videoLimits, missingForVideos }: ReceiveUploadParts,
  file: string,
  type: VideoType,
): Promise<Seen> {
  const { fault, times, isPlain } = await inspectVideo(file, type, videoLimits)
  if (fault) throw refuseVideo(fault, videoLimits)
  if (!isPlain && (await missingForVideos())) throw refuseVideo('video_needs_ffmpeg', videoLimits)
  return { kind: 'video', type, exif: { times } }
}

async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
