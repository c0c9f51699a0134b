import * as v from 'valibot'
import { api } from '../../contract/api.ts'
import type { Answer } from '../../contract/endpoint.ts'
import { texts } from '../../contract/texts.ts'
import {
  CHUNK_TYPE,
  TUS_RESUMABLE,
  TUS_VERSION,
  UPLOAD_LENGTH,
  UPLOAD_METADATA,
  UPLOAD_OFFSET,
} from '../../contract/tus-protocol.ts'
import { ApiError } from './api-error.ts'
import { parseJson, refusalOf, request } from './request.ts'
import type { Received, RequestOptions } from './request.ts'

// The resumable upload: tus 1.0 (tus.io/protocols/resumable-upload), its core, creation and termination.

/** What the server is told of a photo before its bytes. */
export interface NewUpload {
  eventHash: string
  size: number
  metadata: Readonly<Record<string, string>>
}

/** An upload by its Orma and the name that the server gave it. */
export interface UploadName {
  eventHash: string
  id: string
}

/** The calls of the protocol. Each rejects with an ApiError. */
export interface Tus {
  /** Begins an upload, or finds the one begun under its key before; `offset`: what the server has of it. */
  create: (upload: NewUpload, token: string) => Promise<{ id: string; offset: number }>
  readOffset: (upload: UploadName, token: string) => Promise<number>
  /** Sends the bytes that follow `offset`; gives the next offset. */
  append: (
    upload: UploadName,
    offset: number,
    bytes: Uint8Array<ArrayBuffer>,
    token: string,
  ) => Promise<number>
  /** What the whole has become. */
  readResult: (upload: UploadName, token: string) => Promise<Answer<(typeof api)['uploadPhoto']>>
  /** Has the server forget what it has of an upload. */
  cancel: (upload: UploadName, token: string) => Promise<void>
}

export const tus: Tus = {
  async create({ eventHash, size, metadata }, token) {
    const received = await ask(uploadsPath(eventHash), {
      method: 'POST',
      headers: { [UPLOAD_LENGTH]: String(size), [UPLOAD_METADATA]: encodeMetadata(metadata) },
      token,
    })
    const { headers } = received.response
    const id = headers.get('location')?.split('/').at(-1)
    if (!id) throw unexpected(received)
    const found = { eventHash, id }
    const isTold = headers.has(UPLOAD_OFFSET)
    return { id, offset: isTold ? readHeader(received) : await tus.readOffset(found, token) }
  },

  readOffset: async (upload, token) =>
    readHeader(await ask(uploadPath(upload), { method: 'HEAD', headers: {}, token })),

  append: async (upload, offset, bytes, token) =>
    readHeader(
      await ask(uploadPath(upload), {
        method: 'PATCH',
        headers: { 'content-type': CHUNK_TYPE, [UPLOAD_OFFSET]: String(offset) },
        body: bytes,
        token,
      }),
    ),

  async readResult(upload, token) {
    const received = await ask(uploadPath(upload), { method: 'GET', headers: {}, token })
    const answer = v.safeParse(api.uploadPhoto.answers[200], parseJson(received.text))
    if (!answer.success) throw unexpected(received)
    return answer.output
  },

  async cancel(upload, token) {
    await ask(uploadPath(upload), { method: 'DELETE', headers: {}, token })
  },
}

/** Sends a request of the protocol; an answer that is no success, or that no tus server gave, is an ApiError. */
async function ask(path: string, options: RequestOptions): Promise<Received> {
  const received = await request(path, {
    ...options,
    headers: { accept: 'application/json', [TUS_RESUMABLE]: TUS_VERSION, ...options.headers },
  })
  const { response, text } = received
  if (response.ok) return received
  // An answer to HEAD has no body that could carry words of ours: the protocol's own header vouches for its status.
  if (text === '' && response.headers.has(TUS_RESUMABLE)) {
    throw new ApiError(response.status, texts.call.noAnswer, { code: `tus_${response.status}` })
  }
  throw refusalOf(received)
}

function readHeader(received: Received): number {
  const offset = Number(received.response.headers.get(UPLOAD_OFFSET) ?? Number.NaN)
  if (!Number.isSafeInteger(offset) || offset < 0) throw unexpected(received)
  return offset
}

function unexpected({ response }: Received): ApiError {
  const status = response.ok ? 502 : response.status
  return new ApiError(status, texts.call.unexpectedAnswer, { code: 'unexpected_answer' })
}

function uploadsPath(eventHash: string): string {
  return `/events/${encodeURIComponent(eventHash)}/uploads`
}

function uploadPath({ eventHash, id }: UploadName): string {
  return `${uploadsPath(eventHash)}/${encodeURIComponent(id)}`
}

/** `Upload-Metadata`: names with their values in base64 of UTF-8. */
function encodeMetadata(metadata: Readonly<Record<string, string>>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${btoa(byteString(value))}`)
    .join(',')
}

function byteString(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text))
}
