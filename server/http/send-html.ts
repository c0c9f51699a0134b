import type { Context } from 'hono'
import { chooseEncoding, compress } from './compress.ts'

/** HTML made for one request, as small as its reader can take it. */
export async function sendHtml(
  c: Context,
  html: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const bytes = Buffer.from(html)
  const encoding = chooseEncoding(c.req.header('accept-encoding') ?? null, bytes.length)
  const all = { ...headers, 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding' }
  if (!encoding) return c.body(bytes, 200, all)
  const compressed = new Uint8Array(await compress(bytes, encoding))
  return c.body(compressed, 200, { ...all, 'content-encoding': encoding })
}
