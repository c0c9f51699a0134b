import { RENDITION_NAMES, RENDITIONS } from '../../contract/renditions.ts'
import type { Row } from '../db/tables.ts'
import { eventImageKey, eventImageKeys } from '../events/event-media.ts'
import { filmKey, mediaKeys, videoKeys } from '../posts/post-media.ts'
import { partKey } from '../uploads/append-bytes.ts'

export interface NamedBlob {
  key: string
  /** False: it may be there, and is made again where it is not. */
  isNeeded: boolean
}

const SHOWN: readonly unknown[] = ['COMPLETED', 'FAILEDBYNUDITY']

const BLOBS: Record<string, (row: Row) => NamedBlob[]> = {
  posts({ kind, media_name, status, lacks_full, clean_type }) {
    const keys = mediaKeys(String(media_name))
    const lacksLate = Number(lacks_full) !== 0
    const renditions = RENDITION_NAMES.map((name) => ({
      key: keys[name],
      isNeeded: SHOWN.includes(status) && !(RENDITIONS[name].isLate && lacksLate),
    }))
    const original = { key: keys.original, isNeeded: true }
    if (kind !== 'video') return [original, ...renditions]
    const { video, clean } = videoKeys(String(media_name))
    const isNeeded = SHOWN.includes(status)
    const copies = [{ key: video, isNeeded }]
    if (clean_type !== null) copies.push({ key: clean, isNeeded })
    return [original, ...renditions, ...copies]
  },
  events: ({ profile_image, banner }) =>
    [profile_image, banner]
      .filter((name) => typeof name === 'string')
      .flatMap((name) =>
        eventImageKeys(name).map((key) => ({ key, isNeeded: key === eventImageKey(name) })),
      ),
  films: ({ media_name, state }) => [
    { key: filmKey(String(media_name)), isNeeded: state === 'ready' },
  ],
  upload_parts: ({ blob_name }) => [{ key: partKey(String(blob_name)), isNeeded: true }],
}

export function blobsOf(table: string, row: Row): NamedBlob[] {
  return BLOBS[table]?.(row) ?? []
}
