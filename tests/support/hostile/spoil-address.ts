import * as v from 'valibot'
import { CALLS, encodeText, toRequest } from '../calls/valid-call.ts'
import type { HostileCall, Spoil } from './hostile-call.ts'
import { oddText, pick } from './odd-values.ts'

/** Put somewhere into a path without escaping. */
const ODD_PIECES = [
  '%',
  '%zz',
  '%E0%A4%A',
  '%00',
  '%c0%ae%c0%ae',
  '%ff',
  '%2e%2e%2f',
  '/',
  '//',
  '/./',
  '\\',
  ';a=b',
  '|',
  '"',
  '{}',
  'ü',
  '*',
  '#x',
  '?',
  'a'.repeat(9000),
]
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
const NO_METHODS = ['get', 'FOO', 'CONNECT', 'PRI', 'G\u00cbT', '']

export const spoilParam: Spoil = ({ call, random }) => {
  const schemas = Object.entries(call.endpoint.params ?? {})
  if (schemas.length === 0) return undefined
  const [name, schema] = pick(random, schemas)
  const odd = oddText(random)
  return {
    what: `${name} in the path is ${JSON.stringify(odd)}`,
    request: toRequest({ ...call, params: { ...call.params, [name]: odd } }),
    // An empty one makes another address.
    mayPass: odd === '' || v.is(schema, odd),
  }
}

/** An id of another Orma. */
export const spoilOwnership: Spoil = ({ call, foreign, random }) => {
  const named = Object.keys({ ...call.params, ...call.json }).filter(
    (name) => name in foreign && !['event_hash', 'event_id'].includes(name),
  )
  if (named.length === 0) return undefined
  const name = pick(random, named) as keyof typeof foreign
  const other = foreign[name]
  const isText = name in call.params && typeof other !== 'object'
  const params = isText ? { ...call.params, [name]: `${other}` } : call.params
  const json = call.json && (name in call.json ? { ...call.json, [name]: other } : call.json)
  return {
    what: `${name} is another Orma's`,
    request: toRequest({ ...call, params, ...(json && { json }) }),
    mayPass: false,
  }
}

export const spoilQuery: Spoil = ({ call, random }) => {
  const schemas = Object.entries(call.endpoint.query ?? {})
  const odd = oddText(random)
  if (schemas.length === 0 || random.isOneOf(0.1)) return strangeQuery(call, odd)
  const [name, schema] = pick(random, schemas)
  const request = toRequest({ ...call, query: {} })
  const doubled = random.isOneOf(0.3) ? `${name}=${encodeText(call.query[name] ?? '1')}&` : ''
  return {
    what: `${name} in the query is ${JSON.stringify(odd)}${doubled && ', the second time'}`,
    request: { ...request, target: `${request.target}?${doubled}${name}=${encodeText(odd)}` },
    mayPass: v.is(schema, odd),
  }
}

function strangeQuery(call: Parameters<typeof toRequest>[0], odd: string): HostileCall {
  const request = toRequest({ ...call, query: { [odd]: odd, __proto__: '1' } })
  const isLong = odd.length > 4000
  return {
    what: `a query of ${isLong ? 'great length' : JSON.stringify(odd)}`,
    request: { ...request, target: `${request.target}${isLong ? odd.repeat(4) : '&%&=&%zz[]=1'}` },
    mayPass: true,
  }
}

export const spoilPath: Spoil = ({ call, random }) => {
  const request = toRequest(call)
  const piece = pick(random, ODD_PIECES)
  const [path = '', search] = request.target.split('?')
  // Behind the API's base, so that the API answers.
  const at = random.between('/api/'.length, path.length)
  const target = path.slice(0, at) + piece + path.slice(at) + (search ? `?${search}` : '')
  return {
    what: `${piece.slice(0, 12)} in the path`,
    request: { ...request, target: Buffer.from(target).toString('latin1') },
    mayPass: true,
  }
}

export const spoilMethod: Spoil = ({ call, random }) => {
  const isKnown = random.isOneOf(0.6)
  const method = pick(random, isKnown ? METHODS : NO_METHODS)
  const isOfTable = CALLS.some(
    ([, { method: known, path }]) =>
      path === call.endpoint.path && (known === method || (known === 'GET' && method === 'HEAD')),
  )
  return {
    what: `method ${method}`,
    request: { ...toRequest(call), method },
    // OPTIONS is answered for addresses that the table does not have.
    mayPass: isOfTable || method === 'OPTIONS',
  }
}
