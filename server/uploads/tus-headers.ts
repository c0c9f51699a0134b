import { api } from '../../contract/api.ts'
import type { Metadata } from '../../contract/endpoint.ts'
import { texts } from '../../contract/texts.ts'
import {
  TUS_CHECKSUMS,
  UPLOAD_CHECKSUM,
  UPLOAD_DEFER_LENGTH,
  UPLOAD_EXPIRES,
  UPLOAD_LENGTH,
  UPLOAD_METADATA,
  UPLOAD_OFFSET,
} from '../../contract/tus-protocol.ts'
import { HttpError } from '../http/http-error.ts'
import { parseFields } from '../http/validate.ts'
import type { UploadRow } from './upload-rows.ts'

type UploadMetadata = Metadata<typeof api.createUpload>

/** What a chunk must be, by its sender's word. */
export interface Checksum {
  algorithm: (typeof TUS_CHECKSUMS)[number]
  /** base64 */
  hash: string
}

const WHOLE_NUMBER = /^\d{1,15}$/
const METADATA_ENTRY = /^([^\s,]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/

/** Bytes of the whole. Rejects with 400; so does a length that is to be told later, which this server does not wait for. */
export function readLength(headers: Headers): number {
  if (headers.has(UPLOAD_DEFER_LENGTH)) throw invalidHeader('Upload-Defer-Length')
  return readNumber(headers, UPLOAD_LENGTH, 'Upload-Length')
}

export function readOffset(headers: Headers): number {
  return readNumber(headers, UPLOAD_OFFSET, 'Upload-Offset')
}

/** Undefined where the sender states none. Rejects with 400 for an algorithm that is not offered. */
export function readChecksum(headers: Headers): Checksum | undefined {
  const text = headers.get(UPLOAD_CHECKSUM)
  if (text === null) return undefined
  const [name, hash] = text.split(' ')
  const algorithm = TUS_CHECKSUMS.find((known) => known === name)
  if (!algorithm || !hash) throw invalidHeader('Upload-Checksum')
  return { algorithm, hash }
}

/** What `Upload-Metadata` tells of a photo. Rejects with 400 where the key is wrong; whatever else makes no sense is not known. */
export function parseMetadata(text: string): UploadMetadata {
  const entries: Record<string, string> = {}
  for (const part of text.trim() === '' ? [] : text.split(',')) {
    const [, name, value = ''] = METADATA_ENTRY.exec(part.trim()) ?? []
    if (name !== undefined && !Object.hasOwn(entries, name)) {
      entries[name] = Buffer.from(value, 'base64').toString('utf8')
      // By any other key the photo could come twice.
    } else if (/^key\b/.test(part.trim())) throw invalidHeader('Upload-Metadata')
  }
  return parseFields(api.createUpload.metadata, entries) as UploadMetadata
}

/** What every answer about an upload says of how far it is. */
export function progressHeaders({
  received,
  state,
  expires_at,
}: Pick<UploadRow, 'received' | 'state' | 'expires_at'>): Record<string, string> {
  return {
    [UPLOAD_OFFSET]: String(received),
    ...(state === 'open' ? { [UPLOAD_EXPIRES]: new Date(expires_at).toUTCString() } : {}),
  }
}

export function wholeHeaders({ length, metadata }: UploadRow): Record<string, string> {
  return {
    [UPLOAD_LENGTH]: String(length),
    ...(metadata === '' ? {} : { [UPLOAD_METADATA]: metadata }),
  }
}

function readNumber(headers: Headers, name: string, shownName: string): number {
  const text = headers.get(name) ?? ''
  if (!WHOLE_NUMBER.test(text)) throw invalidHeader(shownName)
  return Number(text)
}

function invalidHeader(name: string): HttpError {
  return new HttpError('invalid_header', { message: texts.server.invalidField(name), field: name })
}
