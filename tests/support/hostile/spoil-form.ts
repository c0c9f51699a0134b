import * as v from 'valibot'
import { BOUNDARY } from '../calls/form-bytes.ts'
import type { FormPart } from '../calls/form-bytes.ts'
import { toRequest } from '../calls/valid-call.ts'
import type { Call } from '../calls/valid-call.ts'
import type { HostileCall, Spoil } from './hostile-call.ts'
import { oddText, pick } from './odd-values.ts'

const NO_IMAGES = [
  Buffer.alloc(0),
  Buffer.from('no image'),
  Buffer.alloc(2000),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  Buffer.from('<!doctype html><script>alert(1)</script>'),
  Buffer.from('GIF89a<script>'),
  Buffer.from([0xff, 0xd8, 0xff]),
]
const NO_FIELDS = ['x', '', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a\u0000']
const NO_FORM_TYPES = [
  '',
  'text/plain',
  'application/json',
  'multipart/mixed; boundary=orma-boundary',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  'multipart/form-data; boundary=another',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'multipart/form-data; boundary=orma\u00ffboundary',
]
const ODD_PART_HEADERS = [
  'content-disposition: form-data',
  'content-disposition: form-data; name=""',
  'content-disposition: form-data; name',
  'content-disposition: attachment; name="name"',
  'content-disposition: form-data; name="na\u0000me"',
  'content-disposition: form-data; name="name"; filename="../../../etc/passwd"',
  'content-disposition: form-data; name="name"; filename*=utf-99\'\'%ff%zz',
  'no header at all',
  ': nothing',
  `x-long: ${'x'.repeat(100_000)}`,
  'x: y\r\n'.repeat(3000),
]
const ODD_MORE_HEADERS = [
  'content-type: text/plain; charset=utf-99',
  'content-type: text/plain; charset=utf-16',
  'content-type: multipart/mixed; boundary=inner',
  'content-transfer-encoding: base64',
  'content-transfer-encoding: x-unknown',
  'content-type: \u0000',
  'content-length: -5',
]

export const spoilTextPart: Spoil = ({ call, random }) => {
  const fields = Object.entries(call.endpoint.form?.fields ?? {})
  if (!call.parts || fields.length === 0) return undefined
  const [name, schema] = pick(random, fields)
  const odd = oddText(random)
  const content = random.isOneOf(0.1) ? Buffer.from([0x61, 0xff, 0xfe]) : Buffer.from(odd)
  return {
    what: `${name} in the form is ${JSON.stringify(odd)}`,
    request: toRequest({ ...call, parts: [...without(call, name), { name, content }] }),
    // Bytes that are not UTF-8 arrive as U+FFFD.
    mayPass: v.is(schema, content.toString()),
  }
}

export const spoilFilePart: Spoil = ({ call, random }) => {
  const files = Object.keys(call.endpoint.form?.files ?? {})
  const name = files.length > 0 ? pick(random, files) : undefined
  if (!call.parts || name === undefined) return undefined
  const part = { name, content: pick(random, NO_IMAGES), filename: `${oddText(random)}.jpg` }
  const filename = part.filename.replaceAll(/["\r\n]/g, '')
  return {
    what: `${name} is no image: ${part.content.toString().slice(0, 20)}`,
    request: toRequest({ ...call, parts: [...without(call, name), { ...part, filename }] }),
    mayPass: false,
  }
}

/** Too many parts, too few, or parts of the wrong kind. */
export const spoilParts: Spoil = ({ call, random }) => {
  const { parts, endpoint } = call
  if (!parts || !endpoint.form) return undefined
  const part = pick(random, parts)
  const { name } = part
  const others = without(call, name)
  const field = endpoint.form.fields[name]
  const isOptional = field !== undefined && v.is(field, undefined)
  // The photo, if any, is good: only its name is wrong.
  const { content } = parts.find(({ filename }) => filename !== undefined) ?? part
  const noField = { name: pick(random, NO_FIELDS), content }
  const many = (count: number) =>
    Array.from({ length: count }, (_none, n) => ({ name: `x${n}`, content: part.content }))
  const choices: [what: string, parts: FormPart[], mayPass: boolean][] = [
    [`without ${name}`, others, isOptional],
    [`with ${name} twice`, [...parts, part], false],
    [`with ${name} four times`, [part, part, ...parts, part], false],
    [
      `with a file ${JSON.stringify(noField.name)}`,
      [...parts, { ...noField, filename: 'a.jpg' }],
      false,
    ],
    [`with a field ${JSON.stringify(noField.name)}`, [...parts, noField], true],
    // A photo may come without a name.
    [
      `with ${name} as the other kind`,
      [...others, otherKind(part)],
      endpoint.form.files[name] === 'required',
    ],
    ['with 40 fields more', [...parts, ...many(40)], false],
    [
      'with 3,000 parts',
      [...parts, ...many(3000).map((more) => ({ ...more, content: Buffer.from('x') }))],
      false,
    ],
    ['with a field of 1 MB', [...others, { name, content: Buffer.alloc(1_000_000, 'x') }], false],
    [
      'without any part',
      [],
      Object.values(endpoint.form.fields).every((schema) => v.is(schema, undefined)),
    ],
  ]
  const [what, wrong, mayPass] = pick(random, choices)
  return { what: `a form ${what}`, request: toRequest({ ...call, parts: wrong }), mayPass }
}

export const spoilPartHeaders: Spoil = ({ call, random }) => {
  if (!call.parts?.[0]) return undefined
  const [first, ...rest] = call.parts
  const instead = pick(random, ODD_PART_HEADERS)
  const more = pick(random, ODD_MORE_HEADERS)
  const headers = random.isOneOf(0.5) ? { instead } : { more }
  return {
    what: `a part with ${JSON.stringify(headers).slice(0, 100)}`,
    request: toRequest({ ...call, parts: [{ ...first, headers }, ...rest] }),
    mayPass: true,
  }
}

export const spoilFormType: Spoil = ({ call, random }) => {
  if (!call.parts) return undefined
  const type = pick(random, NO_FORM_TYPES)
  return {
    what: `content type ${JSON.stringify(type.slice(0, 60))}`,
    request: toRequest({ ...call, headers: { ...call.headers, 'content-type': type } }),
    mayPass: false,
  }
}

/** A body that ends early, or is broken in its middle. */
export const spoilFormBody: Spoil = ({ call, random }) => {
  if (!call.parts) return undefined
  const request = toRequest(call)
  const { body } = request
  const end = body.length - BOUNDARY.length - '--\r\n--\r\n'.length
  const choices: [what: string, body: Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['its beginning', body.subarray(0, random.between(1, end))],
    ['no end', body.subarray(0, end)],
    ['noise', random.bytes(5000)],
    ['nothing but boundaries', Buffer.from(`--${BOUNDARY}\r\n`.repeat(200))],
    ['JSON', Buffer.from('{"name":"Anna"}')],
  ]
  const [what, wrong] = pick(random, choices)
  return {
    what: `a form of ${what}`,
    request: { ...request, body: wrong },
    mayPass: false,
  } satisfies HostileCall
}

function without({ parts = [] }: Call, name: string): FormPart[] {
  return parts.filter((part) => part.name !== name)
}

/** A text as a file, a file as a text. */
function otherKind({ name, content, filename }: FormPart): FormPart {
  return filename === undefined ? { name, content, filename: 'a.txt' } : { name, content }
}
