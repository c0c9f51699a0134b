import * as v from 'valibot'
import { api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Answer, Endpoint } from '../../contract/endpoint.ts'
import { texts } from '../../contract/texts.ts'
import {
  CHUNK_TYPE,
  POSTER_TYPE,
  TUS_RESUMABLE,
  TUS_VERSION,
  UPLOAD_LENGTH,
  UPLOAD_METADATA,
  UPLOAD_OFFSET,
  UPLOAD_POSTER,
} from '../../contract/tus-protocol.ts'
import { ApiError } from './api-error.ts'
import { parseJson, refusalOf, request } from './request.ts'
import type { Received, RequestOptions } from './request.ts'

// The resumable upload: tus 1.0 (tus.io/protocols/resumable-upload), its core, creation and termination.

/** What the server is told of a photo before its bytes. */
interface NewUpload {
  eventHash: string
  size: number
  metadata: Readonly<Record<string, string>>
}

/** An upload by its Orma and the id that the server gave it. */
interface UploadName {
  eventHash: string
  id: string
}

/** Where to go on with an upload. */
interface UploadPlace {
  /** Bytes that the server has. */
  offset: number
  /** The server cannot make the poster of this video, and has none yet. */
  wantsPoster: boolean
}

export type Tus = typeof tus

/** The calls of the protocol. Each rejects with an ApiError. */
export const tus = {
  /** Begins an upload, or finds the one already begun under its key. */
  async create(
    { eventHash, size, metadata }: NewUpload,
    token: string,
  ): Promise<UploadPlace & { id: string }> {
    const headers = { [UPLOAD_LENGTH]: String(size), [UPLOAD_METADATA]: encodeMetadata(metadata) }
    const received = await ask(api.createUpload, { event_hash: eventHash }, { headers, token })
    const answered = received.response.headers
    const id = answered.get('location')?.split('/').at(-1)
    if (!id) throw unexpected(received)
    const isTold = answered.has(UPLOAD_OFFSET)
    return { id, ...(isTold ? placeOf(received) : await readPlace({ eventHash, id }, token)) }
  },

  readPlace,

  /** Gives a video its poster, a JPEG. */
  async sendPoster(upload: UploadName, poster: ArrayBuffer, token: string): Promise<void> {
    const headers = { 'content-type': POSTER_TYPE }
    await ask(api.sendPoster, paramsOf(upload), { headers, body: new Blob([poster]), token })
  },

  /** Sends the bytes that follow `offset`; gives the next offset. */
  async append(
    upload: UploadName,
    offset: number,
    bytes: Uint8Array<ArrayBuffer>,
    token: string,
  ): Promise<number> {
    const headers = { 'content-type': CHUNK_TYPE, [UPLOAD_OFFSET]: String(offset) }
    // Chromium takes ten times as long to hand bare bytes over, and holds those of hundreds of requests in memory.
    const body = new Blob([bytes])
    return readHeader(await ask(api.appendToUpload, paramsOf(upload), { headers, body, token }))
  },

  /** The answer for the finished upload. */
  async readResult(upload: UploadName, token: string): Promise<Answer<(typeof api)['readUpload']>> {
    const received = await ask(api.readUpload, paramsOf(upload), { token })
    const answer = v.safeParse(api.readUpload.answers[200], parseJson(received.text))
    if (!answer.success) throw unexpected(received)
    return answer.output
  },

  /** Has the server delete what it has of an upload. */
  async cancel(upload: UploadName, token: string): Promise<void> {
    await ask(api.cancelUpload, paramsOf(upload), { token })
  },
}

async function readPlace(upload: UploadName, token: string): Promise<UploadPlace> {
  return placeOf(await ask(api.readUploadOffset, paramsOf(upload), { token }))
}

function placeOf(received: Received): UploadPlace {
  const { headers } = received.response
  return { offset: readHeader(received), wantsPoster: headers.get(UPLOAD_POSTER) === 'wanted' }
}

type AskOptions = Partial<Pick<RequestOptions, 'headers' | 'body'>> & { token: string }

/** Sends a request of the protocol. An answer without success, or not from a tus server, is an ApiError. */
async function ask(
  endpoint: Endpoint,
  params: Readonly<Record<string, string>>,
  options: AskOptions,
): Promise<Received> {
  const received = await request(endpointPath(endpoint, params), {
    ...options,
    method: endpoint.method,
    headers: { accept: 'application/json', [TUS_RESUMABLE]: TUS_VERSION, ...options.headers },
  })
  const { response, text } = received
  if (response.ok) return received
  // An answer to HEAD has no body: the protocol's header shows that the status is our server's.
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

function paramsOf({ eventHash, id }: UploadName) {
  return { event_hash: eventHash, upload_id: id }
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
