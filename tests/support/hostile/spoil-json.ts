import * as v from 'valibot'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { toRequest } from '../calls/valid-call.ts'
import type { Spoil } from './hostile-call.ts'
import { oddJson, pick } from './odd-values.ts'

const NO_JSON_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json-patch+json',
  'application/jsonseq',
  'json',
  '',
]
const ODD_BODIES = [
  '',
  ' ',
  '{',
  '}',
  'null',
  'true',
  '7',
  '"text"',
  '[]',
  '[{}]',
  '{}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '{"a":01}',
  '{"a":NaN}',
  '{"__proto__":{"phone":"15550001111"}}',
  '{"constructor":{"prototype":{"content":"x"}}}',
  '\u0000',
  '\ufeff{}',
  '['.repeat(30_000),
  `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  '{"a":'.repeat(12_000),
]

export const spoilField: Spoil = ({ call, random }) => {
  const schemas = Object.entries(call.endpoint.body ?? {})
  if (!call.json || schemas.length === 0) return undefined
  const [name, schema] = pick(random, schemas)
  const odd = random.isOneOf(0.1) ? undefined : oddJson(random)
  return {
    what: `${name} in the body is ${JSON.stringify(odd)?.slice(0, 200)}`,
    request: toRequest({ ...call, json: { ...call.json, [name]: odd } }),
    mayPass: v.is(schema, odd),
  }
}

export const spoilBody: Spoil = ({ call, random }) => {
  const { body } = call.endpoint
  const odd = pick(random, ODD_BODIES)
  const request = toRequest({ ...call, json: {} })
  return call.parts || call.bytes
    ? undefined
    : {
        what: `the body ${odd.slice(0, 40)}`,
        request: { ...request, body: Buffer.from(odd) },
        mayPass: body === undefined || isGood(body, odd),
      }
}

/** A valid body with something added, or in another encoding. */
export const spoilEncoding: Spoil = ({ call, random }) => {
  if (!call.json || !call.endpoint.body) return undefined
  const request = toRequest(call)
  const inner = request.body.subarray(1)
  const choices: [what: string, body: Buffer, mayPass: boolean][] = [
    [
      'a field besides of great depth',
      join('{"x":', '['.repeat(9000), ']'.repeat(9000), ',', inner),
      true,
    ],
    ['a prototype besides', join('{"__proto__":{"user":{"id":1}},', inner), true],
    ['a hundred thousand characters besides', join(`{"x":"${'x'.repeat(100_000)}",`, inner), false],
    [
      'bytes that are no UTF-8',
      join('{"x":"', Buffer.from([0xff, 0xc0, 0xaf]), '",', inner),
      false,
    ],
    ['UTF-16', Buffer.from(request.body.toString(), 'utf16le'), false],
    ['half of it', request.body.subarray(0, request.body.length / 2), false],
  ]
  const [what, body, mayPass] = pick(random, choices)
  return { what: `a body with ${what}`, request: { ...request, body }, mayPass }
}

export const spoilJsonType: Spoil = ({ call, random }) => {
  if (!call.json || !call.endpoint.body) return undefined
  const type = pick(random, NO_JSON_TYPES)
  return {
    what: `content type ${JSON.stringify(type)}`,
    request: toRequest({ ...call, headers: { ...call.headers, 'content-type': type } }),
    mayPass: false,
  }
}

function isGood(body: NonNullable<Endpoint['body']>, text: string): boolean {
  try {
    return v.is(v.object(body), JSON.parse(text))
  } catch {
    // Not JSON.
    return false
  }
}

function join(...pieces: (string | Buffer)[]): Buffer {
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))
}
