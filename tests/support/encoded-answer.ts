import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What is answered to whoever takes these encodings, with its bytes as they come over the line. */
export async function readEncoded(url: string, accepted?: string) {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject)
  })
  const { statusCode: status, headers: answered } = answer
  return { status, encoding: answered['content-encoding'], bytes: await buffer(answer) }
}
