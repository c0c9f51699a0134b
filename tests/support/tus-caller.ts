import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Event } from '../../contract/entities.ts'
import { CHUNK_TYPE, POSTER_TYPE } from '../../contract/tus-protocol.ts'
import type { ClientReply, Person } from './api-client.ts'
import { requireDescribed } from './described.ts'

/** Data to begin an upload with, each with a default. */
interface Beginning {
  key?: string
  length?: number | string
  sha256?: string
  metadata?: Record<string, string>
  headers?: Record<string, string>
}

/** To a chunk that was sent in part. */
interface Answer {
  status: number | undefined
  connection: string | undefined
}

export type TusCaller = ReturnType<typeof createTusCaller>

const OF_UPLOADS: Readonly<Record<string, Endpoint>> = {
  OPTIONS: api.describeUploads,
  POST: api.createUpload,
}
const OF_UPLOAD: Readonly<Record<string, Endpoint>> = {
  PUT: api.sendPoster,
  HEAD: api.readUploadOffset,
  PATCH: api.appendToUpload,
  GET: api.readUpload,
  DELETE: api.cancelUpload,
}
const VERSION = { 'tus-resumable': '1.0.0' }

/** One user's resumable uploads to one Orma, call by call. */
export function createTusCaller(
  orma: { url: string },
  { event_hash }: Pick<Event, 'event_hash'>,
  { token }: Pick<Person, 'token'>,
) {
  const authorization = { authorization: token }
  const uploads = API_BASE + endpointPath(api.createUpload, { event_hash })
  const upload = (upload_id: string) =>
    API_BASE + endpointPath(api.readUpload, { event_hash, upload_id })
  const chunkHeaders = (offset: number) => ({
    ...authorization,
    ...VERSION,
    'content-type': CHUNK_TYPE,
    'upload-offset': String(offset),
  })

  async function call(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Uint8Array,
  ): Promise<ClientReply> {
    const sent = Object.entries({ ...authorization, ...VERSION, ...headers })
    const response = await fetch(orma.url + path, {
      method,
      // An empty value leaves a header out.
      headers: sent.filter(([, value]) => value !== ''),
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    })
    const text = await response.text()
    const answer: unknown = text === '' ? undefined : JSON.parse(text)
    const endpoint = path === uploads ? OF_UPLOADS[method] : OF_UPLOAD[method]
    if (endpoint) requireDescribed(endpoint, response.status, answer)
    return { status: response.status, headers: response.headers, body: answer }
  }

  function create(photo: Uint8Array, beginning: Beginning = {}) {
    const { key, length = photo.length, sha256, metadata, headers } = beginning
    return call('POST', uploads, {
      'upload-length': String(length),
      'upload-metadata': encodeMetadata({
        ...(key === undefined ? {} : { key }),
        filename: 'Fête 1.jpg',
        filetype: 'image/jpeg',
        original_date: '2026-06-20T18:30:00+02:00',
        timezone: 'Europe/Paris',
        description: '1',
        ...(sha256 === undefined ? {} : { sha256 }),
        ...metadata,
      }),
      ...headers,
    })
  }

  return {
    uploads,
    upload,
    call,
    create,
    /** Begins an upload; gives its id. */
    async begin(photo: Uint8Array, beginning?: Beginning) {
      const { status, headers, body } = await create(photo, beginning)
      if (status !== 201) throw new Error(`not begun: ${status} ${JSON.stringify(body)}`)
      return idOf(headers)
    },
    head: (id: string) => call('HEAD', upload(id)),
    patch: (id: string, offset: number, bytes: Uint8Array, headers: Record<string, string> = {}) =>
      call('PATCH', upload(id), { ...chunkHeaders(offset), ...headers }, bytes),
    /** Sends the first bytes of a longer chunk; resolves when they have left this process, with a function that breaks off. */
    async patchPart(
      id: string,
      offset: number,
      chunk: Uint8Array,
      sentBytes: number,
      headers: Record<string, string> = {},
    ) {
      const sent = request(orma.url + upload(id), {
        method: 'PATCH',
        headers: { ...chunkHeaders(offset), 'content-length': chunk.length, ...headers },
      })
      const answer = new Promise<Answer | undefined>((resolve) => {
        sent.on('response', (response) => {
          const { statusCode: status, headers } = response.resume()
          resolve({ status, connection: headers.connection })
        })
        // The cut is intended.
        sent.on('error', () => resolve(undefined))
      })
      await new Promise<void>((resolve) =>
        sent.write(chunk.subarray(0, sentBytes), () => resolve()),
      )
      return { cut: () => void sent.destroy(), answer }
    },
    poster: (id: string, jpeg: Uint8Array) =>
      call('PUT', `${upload(id)}/poster`, { 'content-type': POSTER_TYPE }, jpeg),
    result: (id: string) => call('GET', upload(id)),
    cancel: (id: string) => call('DELETE', upload(id)),
  }
}

export function idOf(headers: Headers): string {
  return headers.get('location')?.split('/').at(-1) ?? ''
}

export function encodeMetadata(metadata: Readonly<Record<string, string>>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

export function checksumOf(algorithm: 'sha1' | 'sha256' | 'md5', bytes: Uint8Array): string {
  return `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`
}

/** How many bytes the server says that it has. */
export function offsetOf({ headers }: { headers: Headers }): number {
  return Number(headers.get('upload-offset'))
}
