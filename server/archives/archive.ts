import { hash } from 'node:crypto'
import { clockOf } from './archive-files.ts'
import type { ListedFile } from './archive-rows.ts'
import { layOutZip } from './zip-layout.ts'
import type { ZipLayout } from './zip-layout.ts'
import type { ZipFile } from './zip-records.ts'

export interface Archive {
  files: readonly ListedFile[]
  layout: ZipLayout
  /** The same for the same bytes, and for no others. */
  etag: string
}

export function layOutArchive(files: readonly ListedFile[]): Archive {
  const zipFiles = files.map(toZipFile)
  const etag = hash('sha256', JSON.stringify(zipFiles), 'base64url')
  return { files, layout: layOutZip(zipFiles), etag: `"${etag}"` }
}

/** Sorted by name, photos are in the order in which they were taken. */
function toZipFile({ id, original_date, type, size, crc32 }: ListedFile): ZipFile {
  const clock = clockOf(original_date)
  const name = `${clock.replace('T', ' ').replaceAll(':', '.')} #${id}.${type}`
  return { name, size, crc32, clock, time: Date.parse(original_date) }
}

/** `Content-Disposition` (RFC 6266) of an archive that is called as its Orma. */
export function asAttachment(ormaName: string): string {
  // Which systems do not take in a file's name.
  const name = ormaName.replaceAll(/[\s\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ').trim() || 'Orma'
  const plain = name.replaceAll(/[^\w .,()&'-]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}.zip"; filename*=UTF-8''${encoded}.zip`
}
