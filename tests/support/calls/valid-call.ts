import { randomUUID } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { API_BASE, api } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { CHUNK_TYPE, TUS_VERSION } from '../../../contract/tus-protocol.ts'
import type { RawRequest } from '../raw-http.ts'
import { encodeMetadata } from '../tus-caller.ts'
import { encodeForm } from './form-bytes.ts'
import type { FormPart } from './form-bytes.ts'
import type { SmallWorld, Things } from './small-world.ts'
import { newPhone } from './world-people.ts'

export type CallName = keyof Api
const ENDPOINTS: Readonly<Record<CallName, Endpoint>> = { ...api }
export const CALLS = Object.entries(ENDPOINTS) as [CallName, Endpoint][]

/** A call before it becomes bytes. It has at most one of `json`, `parts` and `bytes`. */
export interface Call {
  name: CallName
  endpoint: Endpoint
  params: Record<string, string>
  query: Record<string, string>
  /** By lower-case name. */
  headers: Record<string, string>
  json?: Record<string, unknown>
  parts?: FormPart[]
  bytes?: Buffer
}

interface Setting {
  things: Things
  sentCode: SmallWorld['sentCode']
  photo: Buffer
}

type Sample = (setting: Setting) => unknown

const day: Sample = () => '2026-06-20'

/** A valid value for each field of the contract, wherever it is used. An optional field without one is left out. */
const SAMPLES: Record<string, Sample> = {
  event_hash: ({ things }) => things.event_hash,
  event_id: ({ things }) => things.event_id,
  ban_id: () => 1,
  post_id: ({ things }) => things.post_id,
  id: ({ things }) => things.post_id,
  post_ids: ({ things }) => [things.post_id],
  user_id: ({ things }) => things.organiser_id,
  token: ({ things }) => things.invitation.token,
  invitation_id: ({ things }) => things.invitation.id,
  comment_id: ({ things }) => things.comment_id,
  upload_id: ({ things }) => things.upload_id,
  after: ({ things }) => things.post_id,
  next: () => 2,
  page: () => 1,
  product: () => 'reel',
  event_original_date: day,
  timeslot: () => '2026-06-20T18',
  posts: () => 'delete',
  kind: () => 'worker',
  phone: ({ sentCode }) => sentCode.phone,
  code: ({ sentCode }) => sentCode.code,
  request_id: ({ sentCode }) => sentCode.request_id,
  old_code: ({ sentCode }) => sentCode.old_code,
  old_request_id: ({ sentCode }) => sentCode.old_request_id,
  newPhone: ({ sentCode }) => sentCode.phone,
  name: () => 'Vera Valid',
  guest_tokens: () => ['x'.repeat(43)],
  newName: () => 'Vera Valid',
  email: () => 'vera@example.com',
  content: () => 'Such a fine day',
  event_date: day,
  seating_url: () => 'https://example.com/seats',
  allowVideos: () => 'true',
  original_date: () => '2026-06-20T18:30:00+02:00',
  timezone: () => 'Europe/Paris',
  description: () => '1',
  key: () => randomUUID(),
  mark: () => randomUUID(),
  filename: () => 'photo.jpg',
  HighlightsImages: ({ things }) => things.HighlightsImages,
  filetype: () => 'image/jpeg',
}

/** Values for calls in which a name means something else. */
const OTHERWISE: Record<string, Sample> = {
  'startRegistration.phone': newPhone,
  'startPhoneChange.newPhone': newPhone,
  'openDoor.pin': () => 'sunset',
  'listKnownPhotos.sha256': () => ['0'.repeat(64)],
  'getHighlight.id': day,
  'getHighlightConfig.id': day,
  'removePerson.user_id': ({ things }) => things.member_id,
  'renderVideo.id': day,
  'getRender.id': day,
  'cancelRender.id': day,
  'readUpload.upload_id': ({ things }) => things.finished_upload_id,
}

/** A valid call of an endpoint about the things of a setting. */
export function validCall(name: CallName, setting: Setting): Call {
  const endpoint = ENDPOINTS[name]
  const sample = (fields: Readonly<Record<string, unknown>> = {}) =>
    samplesOf(name, fields, setting)
  const texts = (fields?: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(sample(fields)).map(([field, value]) => [field, `${value as string}`]),
    )
  return {
    name,
    endpoint,
    params: texts(endpoint.params),
    query: texts(endpoint.query),
    headers: headersOf(endpoint, texts(endpoint.metadata), setting.photo.length),
    ...(endpoint.body && { json: sample(endpoint.body) }),
    ...(endpoint.form && {
      parts: partsOf(endpoint.form, texts(endpoint.form.fields), setting.photo),
    }),
    ...(endpoint.bytes && { bytes: bytesOf(endpoint.bytes, setting) }),
  }
}

/** A call as an HTTP request. */
export function toRequest(call: Call): RawRequest {
  const { endpoint, json, parts, bytes } = call
  const form = parts && encodeForm(parts)
  const contentType = form?.contentType ?? (json ? 'application/json' : undefined)
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeText(call.params[name] ?? ''),
  )
  const search = Object.entries(call.query).map(([name, value]) => `${name}=${encodeText(value)}`)
  const headers = { ...(contentType && { 'content-type': contentType }), ...call.headers }
  return {
    method: endpoint.method,
    target: API_BASE + path + (search.length > 0 ? `?${search.join('&')}` : ''),
    headers: [['host', 'orma.example'], ...Object.entries(headers)],
    body: form?.bytes ?? bytes ?? Buffer.from(json ? JSON.stringify(json) : ''),
  }
}

function samplesOf(name: CallName, fields: Readonly<Record<string, unknown>>, setting: Setting) {
  const known = Object.keys(fields).flatMap((field) => {
    const sample = OTHERWISE[`${name}.${field}`] ?? SAMPLES[field]
    return sample ? [[field, sample(setting)] as const] : []
  })
  return Object.fromEntries(known)
}

function headersOf(
  { path, metadata, bytes }: Endpoint,
  texts: Record<string, string>,
  length: number,
): Record<string, string> {
  return {
    ...(path.includes('/uploads') && { 'tus-resumable': TUS_VERSION }),
    ...(metadata && { 'upload-length': `${length}`, 'upload-metadata': encodeMetadata(texts) }),
    ...(bytes && { 'content-type': bytes }),
    ...(bytes === CHUNK_TYPE && { 'upload-offset': '0' }),
  }
}

/** Of an upload only the first half: the whole would become a post. */
function bytesOf(type: string, { photo }: Setting): Buffer {
  return type === CHUNK_TYPE ? photo.subarray(0, photo.length / 2) : photo
}

function partsOf(
  { files }: NonNullable<Endpoint['form']>,
  texts: Record<string, string>,
  photo: Buffer,
): FormPart[] {
  const wanted = Object.keys(files).filter((name) => files[name] === 'required')
  return [
    ...Object.entries(texts).map(([name, text]) => ({ name, content: Buffer.from(text) })),
    ...wanted.map((name) => ({ name, content: photo, filename: 'photo.jpg' })),
  ]
}

/** As `encodeURIComponent`, but also for text with lone surrogates. */
export function encodeText(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      const isPlain = /[A-Za-z0-9_.~-]/.test(character)
      return isPlain ? character : `%${byte.toString(16).padStart(2, '0')}`
    })
    .join('')
}
