import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

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
