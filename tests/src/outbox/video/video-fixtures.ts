import { createHash } from 'node:crypto'
import { queueVideo } from '../../../../src/outbox/store/queue-video.ts'
import type { DeviceOutbox } from '../../../../src/outbox/store/outbox.ts'
import { PIECE_BYTES, readParts } from '../../../../src/outbox/store/video-pieces.ts'
import { EVENT, NOW, USER_ID, photoOf } from '../../../support/outbox-photos.ts'

/** Two pieces and a part of a third. */
export const VIDEO_BYTES = new Uint8Array(PIECE_BYTES * 2 + 300_000).map(
  (_, at) => (at * 7 + (at >> 8)) % 256,
)
export const VIDEO_SHA256 = sha256Of(VIDEO_BYTES)

export function videoFile(bytes = VIDEO_BYTES): File {
  return new File([bytes], 'clip.mp4', { type: 'video/mp4', lastModified: NOW })
}

/** Chooses a video; gives its key. */
export function chooseVideo(
  outbox: DeviceOutbox,
  file = videoFile(),
  key = crypto.randomUUID() as string,
): Promise<string> {
  const owned = { eventHash: EVENT, userId: USER_ID, now: () => NOW }
  return queueVideo(file, { ...owned, outbox, key, type: 'mp4', video: { duration: 12.5 } })
}

/** A file whose bytes cannot be read from here on. */
export function unreadableFrom(start: number, file = videoFile()): File {
  const slice = file.slice.bind(file)
  return Object.assign(file, {
    slice: (from = 0, to?: number) => {
      if (from < start) return slice(from, to)
      return { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }
    },
  })
}

/** The hash of all that the device has of a video, by its record. */
export async function storedHash(outbox: DeviceOutbox, key: string): Promise<string> {
  const photo = (await photoOf(outbox, key))!
  const parts = (await readParts(outbox, photo)) ?? []
  return sha256Of(new Uint8Array(await new Blob(parts).arrayBuffer()))
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
