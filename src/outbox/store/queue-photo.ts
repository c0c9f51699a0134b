import { captureTime } from '../../../contract/capture-time.ts'
import { dayjs } from '../../../contract/dayjs.ts'
import { SNIFF_BYTES, sniffPhoto } from '../../../contract/photo-type.ts'
import type { TakenTime } from '../../../contract/taken-time.ts'
import { photoRecord, hashBytes } from './outbox-photo.ts'
import type { Outbox } from './outbox.ts'
import { randomKey } from '../../device/random-key.ts'

export interface QueueOptions {
  /** The same at each try to store the same choice; by default a new one. */
  key?: string
  eventHash: string
  /** Absent: nobody is signed in. */
  userId?: number | undefined
  now?: () => number
}

/** A photo that was read and is not stored yet. */
export interface ReadPhoto {
  photo: ReturnType<typeof photoRecord>
  bytes: ArrayBuffer
}

/**
 * Stores a chosen photo on this device as a draft; once resolved, it is on the disk. Rejects with a StorageFullError where there
 * is no room, or with the browser's error.
 */
export async function queuePhoto(
  file: File,
  { outbox, ...options }: QueueOptions & { outbox: Outbox },
): Promise<string> {
  const { photo, bytes } = await readPhoto(file, options)
  await outbox.add(photo, bytes)
  return photo.key
}

/** Reads a chosen photo, with all that its record says. Rejects with the browser's error. */
export async function readPhoto(file: File, options: QueueOptions): Promise<ReadPhoto> {
  const bytes = await file.arrayBuffer()
  const photo = photoRecord({
    ...recordOfFile(file, options),
    type: typeOf(bytes) ?? file.type,
    size: bytes.byteLength,
    sha256: await hashBytes(bytes),
  })
  return { photo, bytes }
}

/** What the record of a chosen file says of it besides its bytes. `times`: when it was taken, as the file itself says. */
export function recordOfFile(
  file: File,
  { key = randomKey(), eventHash, userId, now = Date.now }: QueueOptions,
  times: readonly TakenTime[] = [],
) {
  const timezone = deviceZone()
  return {
    key,
    eventHash,
    ownerUserId: userId ?? null,
    name: file.name,
    original_date: timeOf(file, { timezone, times }, now()),
    timezone,
    queuedAt: now(),
  }
}

/** A photo's media type by its bytes: browsers go by the name, and know few of them. */
function typeOf(bytes: ArrayBuffer): string | undefined {
  const kind = sniffPhoto(new Uint8Array(bytes).subarray(0, SNIFF_BYTES))
  return kind && `image/${kind}`
}

/** When the photo of a file was taken, as far as the device knows; '': not at all. */
function timeOf(
  { name, lastModified }: File,
  { timezone, times }: { timezone: string; times: readonly TakenTime[] },
  nowMs: number,
): string {
  const stated = { original_date: localIsoTime(new Date(lastModified)), timezone, filename: name }
  return captureTime({ times }, stated, nowMs) ?? ''
}

/**
 * Name of the device's time zone; '' where the browser knows none, which the types do not tell. The first time it is asked holds a slow
 * phone up for a tenth of a second.
 */
export function deviceZone(): string {
  const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone ?? ''
}

/** A moment in the device's time zone: `2026-06-20T21:04:05.000+02:00`. */
export function localIsoTime(moment: Date): string {
  return dayjs(moment).format('YYYY-MM-DDTHH:mm:ss.SSSZ')
}
