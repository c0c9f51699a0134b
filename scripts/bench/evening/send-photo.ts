import { API_BASE, api } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import type { Answer } from '../../../contract/endpoint.ts'
import { CHUNK_AIM_MS, CHUNK_BYTES } from '../../../contract/limits.ts'
import {
  CHUNK_TYPE,
  TUS_RESUMABLE,
  TUS_VERSION,
  UPLOAD_LENGTH,
  UPLOAD_METADATA,
  UPLOAD_OFFSET,
} from '../../../contract/tus-protocol.ts'
import { CallRefused } from './line.ts'
import type { Line } from './line.ts'
import type { Reply } from './paced-request.ts'

const TUS_HEADERS = { [TUS_RESUMABLE]: TUS_VERSION }

interface PhotoOnItsWay {
  event_hash: string
  token: string
  /** UUID under which the server stores it once, however often it is sent. */
  key: string
  bytes: Buffer
  /** ISO 8601. */
  takenAt: string
  timezone: string
  filename: string
  filetype: string
  bytesPerSecond: number
}

/** Sends a photo or video as the app does, in chunks that fit the line, going on where the server is. Rejects with CallRefused. */
export async function sendPhoto(
  line: Line,
  photo: PhotoOnItsWay,
): Promise<Answer<typeof api.readUpload>> {
  const { event_hash, token, bytes, bytesPerSecond } = photo
  const created = await line.ask('upload: begin', pathOf(api.createUpload, { event_hash }), {
    method: 'POST',
    token,
    headers: {
      ...TUS_HEADERS,
      [UPLOAD_LENGTH]: String(bytes.length),
      [UPLOAD_METADATA]: metadataOf(photo),
    },
  })
  const upload_id = created.headers.location?.split('/').at(-1)
  if (!upload_id)
    throw new CallRefused({ kind: 'upload: begin', status: created.status, code: 'no_location' })
  const params = { event_hash, upload_id }
  const aim = (bytesPerSecond * CHUNK_AIM_MS) / 1000
  const usual = Math.min(CHUNK_BYTES.max, Math.max(CHUNK_BYTES.min, Math.floor(aim)))
  for (let offset = offsetOf(created), size = CHUNK_BYTES.first; offset < bytes.length;) {
    const reply = await line.ask('upload: chunk', pathOf(api.appendToUpload, params), {
      method: 'PATCH',
      token,
      headers: { ...TUS_HEADERS, 'content-type': CHUNK_TYPE, [UPLOAD_OFFSET]: String(offset) },
      body: bytes.subarray(offset, offset + size),
      bytesPerSecond,
    })
    offset = offsetOf(reply)
    size = usual
  }
  return await line.call('upload: result', api.readUpload, { params, token })
}

function pathOf(endpoint: { path: string }, params: Record<string, string>): string {
  return API_BASE + endpointPath(endpoint as Parameters<typeof endpointPath>[0], params)
}

/** An answer without it is one to a new upload. */
function offsetOf({ headers }: Reply): number {
  return Number(headers[UPLOAD_OFFSET] ?? 0)
}

function metadataOf({ key, takenAt, timezone, filename, filetype }: PhotoOnItsWay): string {
  const fields = { key, filename, filetype, original_date: takenAt, timezone }
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}
