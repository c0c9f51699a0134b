import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Log } from '../log.ts'

/** Says once that a proxy tells of its guests, and that nobody listens: all of them share one address's limits then. */
export function warnOfUntoldProxy(
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
