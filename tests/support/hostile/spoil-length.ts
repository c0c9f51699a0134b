import { toRequest } from '../calls/valid-call.ts'
import type { Call } from '../calls/valid-call.ts'
import type { Spoil } from './hostile-call.ts'
import { pick } from './odd-values.ts'

const NO_LENGTHS = ['-1', '+5', '1e3', '0x10', 'ten', '5, 5', '5 5', '9'.repeat(30)]
const NO_CHUNKS = [
  'zz\r\nx\r\n0\r\n\r\n',
  '-1\r\n',
  'ffffffffffffffffff\r\nx',
  '5\r\nabcdefgh\r\n0\r\n\r\n',
]
/** 5 GB */
const HUGE = 5 * 1024 ** 3

export const spoilLength: Spoil = ({ call, random }) => {
  const request = toRequest(call)
  const length = pick(random, NO_LENGTHS)
  const second = String(request.body.length + 1)
  return random.isOneOf(0.7)
    ? { what: `Content-Length ${length}`, request: { ...request, length }, mayPass: false }
    : {
        what: 'two Content-Lengths',
        request: { ...request, headers: [...request.headers, ['content-length', second]] },
        mayPass: request.body.length === 0,
        isBehind: request.body.length === 0,
      }
}

/** The connection is closed before the announced length has come. */
export const spoilEnd: Spoil = ({ call, random }) => {
  const request = toRequest(call)
  const length = String(request.body.length + random.between(1, 10_000))
  return {
    what: `closed before Content-Length ${length}`,
    request: { ...request, length, isCut: true },
    mayPass: keepsBeginning(call),
    isBehind: keepsBeginning(call),
    mayBeCut: true,
  }
}

/** Bytes after the announced length. */
export const spoilRest: Spoil = ({ call, random }) => {
  const request = toRequest(call)
  // A form is complete even without the end of its last line.
  const most = request.body.length - '--\r\n'.length - 1
  if (most < 1) return undefined
  const length = String(random.between(1, most))
  return {
    what: `Content-Length ${length} of ${request.body.length} bytes`,
    request: { ...request, length },
    mayPass: keepsBeginning(call),
    isBehind: keepsBeginning(call),
  }
}

/** Far more than any call accepts: refused before it has come. */
export const spoilSize: Spoil = ({ call }) => {
  if (!readsBody(call)) return undefined
  return {
    what: 'Content-Length of 5 GB',
    request: { ...toRequest(call), length: String(HUGE) },
    mayPass: false,
  }
}

export const spoilChunks: Spoil = ({ call, random }) => {
  const request = toRequest(call)
  const chunks = pick(random, NO_CHUNKS)
  return {
    what: `chunks ${JSON.stringify(chunks)}`,
    request: {
      ...request,
      headers: [...request.headers, ['transfer-encoding', 'chunked']],
      length: null,
      body: Buffer.from(chunks),
    },
    mayPass: keepsBeginning(call),
    isBehind: keepsBeginning(call),
  }
}

function readsBody({ endpoint: { body, form, bytes } }: Call): boolean {
  return (body ?? form ?? bytes) !== undefined
}

/** A photo's first bytes stay; a call without a body does not wait for one. */
function keepsBeginning(call: Call): boolean {
  return call.bytes !== undefined || !readsBody(call)
}
