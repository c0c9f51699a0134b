import * as v from 'valibot'
import { CHUNK_TYPE } from '../../../contract/tus-protocol.ts'
import { toRequest } from '../calls/valid-call.ts'
import { encodeMetadata } from '../tus-caller.ts'
import type { Spoil } from './hostile-call.ts'
import { oddText, pick } from './odd-values.ts'

const NO_TOKENS = ['', 'x', 'Bearer', 'null', '"', '\u00ff\u00fe', 'x'.repeat(43), 'a'.repeat(8000)]
const NO_KEYS = ['', '0', '\u00ff', '00000000-0000-0000-0000-00000000000', '{}', 'a'.repeat(8000)]
const NO_NUMBERS = ['', '-1', '+1', '1.5', '1e3', '0x10', 'ten', '1,1', '9'.repeat(16), '\u0663']
const NO_METADATA = [
  ',',
  'name',
  'key a-b',
  'name ====',
  'a b c',
  'key \u00ff',
  'name QQ==,name QQ==',
]
const NO_CHECKSUMS = ['sha1', 'md5 QQ==', 'sha256', 'sha512 x', 'sha1 QQ==', '\u00ff', 'sha256 =']
const NO_VERSIONS = ['', '0.2.2', '1.0.0, 1.0.0', '1', '\u00ff', 'a'.repeat(100)]
/** Headers that no call looks at, or that Node itself refuses. */
const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ['expect', '100-continue'],
  ['expect', 'the unexpected'],
  ['host', 'other.example'],
  ['host', '\u00ff..\\'],
  ['host', 'a b'],
  ['x-forwarded-for', '\u00ff, ,,'],
  ['x-forwarded-for', `${'1.1.1.1, '.repeat(500)}x`],
  ['x-forwarded-host', 'evil.example'],
  ['x-http-method-override', 'DELETE'],
  ['x-http-method-override', '\u00ff'],
  ['last-event-id', '9'.repeat(40)],
  ['last-event-id', '-1'],
  ['range', 'bytes=9-1,-,--'],
  ['accept', '\u00ff;q=2'],
  ['accept-encoding', 'gzip;q=9, *;q=x'],
  ['content-encoding', 'gzip'],
  ['content-type', 'application/json; charset=utf-16'],
  ['cookie', 'token=x; token=y; __proto__=z; =; ;'],
  ['if-none-match', '"'.repeat(2000)],
  ['origin', 'null'],
  ['upgrade', 'websocket'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['na me', 'x'],
  ['name', 'a\u0000b'],
  ['name', 'a\nb'],
  ['x-long', 'x'.repeat(40_000)],
]

export const spoilToken: Spoil = ({ call, random }) => {
  const { authorization = '', ...headers } = call.headers
  const wrong = pick(random, [...NO_TOKENS, `Bearer ${authorization}`, `${authorization}x`])
  const request = toRequest({ ...call, headers: { ...headers, authorization: wrong } })
  const isDoubled = random.isOneOf(0.2)
  const second = ['authorization', authorization] as const
  return {
    what: `Authorization ${JSON.stringify(wrong.slice(0, 60))}${isDoubled ? ', and the right one' : ''}`,
    request: isDoubled ? { ...request, headers: [...request.headers, second] } : request,
    // A call that needs no user may be made by anybody.
    mayPass: call.endpoint.auth !== 'required' || (isDoubled && wrong === ''),
  }
}

export const spoilKey: Spoil = ({ call, random }) => {
  const key = pick(random, NO_KEYS)
  return {
    what: `Idempotency-Key ${JSON.stringify(key.slice(0, 60))}`,
    request: toRequest({ ...call, headers: { ...call.headers, 'idempotency-key': key } }),
    mayPass: call.endpoint.keyed === undefined,
  }
}

export const spoilTusHeader: Spoil = ({ call, random }) => {
  const { metadata, bytes, method, path } = call.endpoint
  const isTus = path.includes('/uploads')
  const isVersioned = isTus && !['GET', 'OPTIONS'].includes(method)
  const choices: [name: string, values: string[], isRead: boolean][] = [
    ['tus-resumable', NO_VERSIONS, isVersioned],
    ['upload-length', NO_NUMBERS, metadata !== undefined],
    ['upload-defer-length', ['1', 'x'], metadata !== undefined],
    ['upload-metadata', NO_METADATA, metadata !== undefined],
    ['upload-offset', NO_NUMBERS, bytes === CHUNK_TYPE],
    ['upload-checksum', NO_CHECKSUMS, bytes === CHUNK_TYPE],
    ['content-type', ['', 'text/plain', 'application/octet-stream'], bytes !== undefined],
  ]
  const [name, values, isRead] = pick(random, choices)
  const odd = pick(random, values)
  return {
    what: `${name} ${JSON.stringify(odd)}`,
    request: toRequest({ ...call, headers: { ...call.headers, [name]: odd } }),
    // What metadata says besides its key may make no sense.
    mayPass: !isRead || (name === 'upload-metadata' && !odd.startsWith('key')),
  }
}

export const spoilMetadata: Spoil = ({ call, random }) => {
  const schemas = Object.entries(call.endpoint.metadata ?? {})
  if (schemas.length === 0) return undefined
  const [name, schema] = pick(random, schemas)
  const odd = oddText(random)
  const others = call.headers['upload-metadata']
    ?.split(',')
    .filter((entry) => !entry.startsWith(`${name} `))
  const metadata = [...(others ?? []), encodeMetadata({ [name]: odd })].join(',')
  return {
    what: `${name} in Upload-Metadata is ${JSON.stringify(odd)}`,
    request: toRequest({ ...call, headers: { ...call.headers, 'upload-metadata': metadata } }),
    // Lone surrogates arrive as U+FFFD.
    mayPass: v.is(schema, odd.toWellFormed()),
  }
}

export const spoilHeader: Spoil = ({ call, random }) => {
  const [name, value] = pick(random, ODD_HEADERS)
  const request = toRequest(call)
  return {
    what: `${name}: ${JSON.stringify(value.slice(0, 60))}`,
    request: { ...request, headers: [...request.headers, [name, value]] },
    mayPass: true,
  }
}
