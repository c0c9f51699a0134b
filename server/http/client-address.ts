import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Log } from '../log.ts'

/** Says once that a proxy tells of its guests, and that nobody listens: all of them share one address's limits then. */
export function warnOfUntrustedProxy(
  trustedProxies: number,
  log: Log | undefined,
): (incoming: IncomingMessage) => void {
  let isSaid = trustedProxies > 0
  return ({ headers }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined) return
    isSaid = true
    log?.warn('X-Forwarded-For comes and TRUST_PROXY is 0: all guests count as one address')
  }
}

/** The client's network address. X-Forwarded-For counts only as far as the configured number of own proxies wrote it. */
export function clientAddress(
  c: Context<{ Bindings: Partial<HttpBindings> }>,
  trustedProxies: number,
): string {
  const peer = c.env?.incoming?.socket.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return peer
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  return hops.at(-trustedProxies) || peer
}

const SCOPE_LENGTH_MAX = 64

/**
 * What limits count as one client address: an IPv4 address, or the /64 network of an IPv6 one, since whoever has one of its addresses
 * has all of them.
 */
export function addressScope(address: string): string {
  const plain = withoutPort(address)
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain.slice(0, SCOPE_LENGTH_MAX)
  const [head = '', tail = ''] = plain.toLowerCase().split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  // A dotted tail (64:ff9b::192.0.2.1) stands for two groups; it never reaches the first four.
  const missing = 8 - first.length - last.length - (tail.includes('.') ? 1 : 0)
  const groups = [...first, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Some proxies write the client's port behind its address; each connection has another one. */
function withoutPort(address: string): string {
  const [, ip = address] =
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address) ?? /^\[(.+)\](?::\d+)?$/.exec(address) ?? []
  return ip
}
