import { sha256 } from '@noble/hashes/sha2.js'
import { VIDEO_MEDIA_TYPES } from '../../../contract/video-type.ts'
import type { VideoType } from '../../../contract/video-type.ts'
import type { TakenTime } from '../../../contract/taken-time.ts'
import { hex, randomKey } from '../../device/random-key.ts'
import { photoRecord } from './outbox-photo.ts'
import type { ChosenVideo } from './outbox-photo.ts'
import type { DeviceOutbox, VideoFrame } from './outbox.ts'
import { recordOfFile } from './queue-photo.ts'
import type { QueueOptions } from './queue-photo.ts'
import { PIECE_BYTES, storingVideo, weighPiece } from './video-pieces.ts'

export interface QueueVideoOptions extends QueueOptions {
  outbox: DeviceOutbox
  type: VideoType
  video: ChosenVideo
  /** When it was taken, as the file itself says. */
  times?: readonly TakenTime[]
  /** A frame of it; undefined where none can be drawn. Drawn while it is stored. */
  frame?: Promise<VideoFrame | undefined>
}

/**
 * Stores a chosen video on this device as a draft, piece by piece and its record last, so that it is there once all of it is; once
 * resolved, it is on the disk. Gives its key. Rejects with a StorageFullError where there is no room, or with the browser's error:
 * then nothing of it stays.
 */
export function queueVideo(
  file: File,
  { outbox, type, video, times, frame, key = randomKey(), ...options }: QueueVideoOptions,
): Promise<string> {
  return storingVideo(outbox, async () => {
    try {
      const hash = await storePieces(file, outbox, key)
      const record = photoRecord({
        ...recordOfFile(file, { ...options, key }, times),
        video,
        type: VIDEO_MEDIA_TYPES[type],
        size: file.size,
        sha256: hash,
      })
      await outbox.add(record, undefined, await frame)
      return key
    } catch (error) {
      // The record may be there whatever the browser reports, and its pieces stay then.
      await outbox.removeLoosePieces(key).catch(console.error)
      throw error
    }
  })
}

/** Gives the SHA-256 of all of them, hex. */
async function storePieces(file: File, outbox: DeviceOutbox, key: string): Promise<string> {
  const hash = sha256.create()
  for (let start = 0; start < file.size; start += PIECE_BYTES) {
    const end = Math.min(start + PIECE_BYTES, file.size)
    const piece = await file.slice(start, end).arrayBuffer()
    if (piece.byteLength !== end - start) throw new Error('The file is shorter than it said.')
    hash.update(new Uint8Array(piece))
    await outbox.addPiece(key, start / PIECE_BYTES, piece)
    weighPiece()
  }
  return hex(hash.digest())
}
