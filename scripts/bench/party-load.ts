import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * How a guest's photo goes up: 128 kB/s, 200 Mbit/s of the venue's line where 200 of them send at once. At an even pace guests would
 * send in step, 40 at the same moment, as no lines do.
 */
const PIECE_BYTES = 16 * 1024
const PIECE_EVERY_MS = 125
const pause = () => PIECE_EVERY_MS * (0.5 + Math.random())

/** What the guests of an Orma ask for, and send. */
export interface Party {
  pages: string[]
  live: string
  upload: string
  /** One a guest, who comes so long after the one before. */
  tokens: string[]
  apartMs: number
  type: string
  /** base64 */
  body: string
}

// Guests who come one after the other, open an Orma, listen to it and send a photo each, in a process of their own. Begins with the
// party it is sent, again with the next; sends 'over' once every photo of one is answered for.

process.on('message', (party: Party) => {
  void celebrate(party).then(() => process.send?.('over'))
})

async function celebrate({ tokens, apartMs, ...party }: Party): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const body = Buffer.from(party.body, 'base64')
  await Promise.all(
    tokens.map(async (authorization, at) => {
      await wait(at * apartMs)
      get(party.live, { agent, headers: { authorization } }, (stream) => {
        // The end of the party cuts it.
        stream.on('error', () => undefined).resume()
      })
      for (const page of party.pages) {
        const asked = get(page, { agent, headers: { authorization } })
        await text(await answerOf(asked, 200))
      }
      await upload(agent, party, authorization, body)
    }),
  )
  agent.destroy()
}

async function upload(
  agent: Agent,
  party: Pick<Party, 'upload' | 'type'>,
  authorization: string,
  body: Buffer,
): Promise<void> {
  const headers = { authorization, 'content-type': party.type, 'idempotency-key': randomUUID() }
  const sent = request(party.upload, {
    method: 'POST',
    agent,
    headers: { ...headers, 'content-length': body.length },
  })
  const answer = answerOf(sent, 201)
  for (let from = 0; from < body.length; from += PIECE_BYTES) {
    sent.write(body.subarray(from, from + PIECE_BYTES))
    await wait(pause())
  }
  sent.end()
  await text(await answer)
}

async function answerOf(
  asked: ReturnType<typeof request>,
  status: number,
): Promise<IncomingMessage> {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  if (answer.statusCode !== status) throw new Error(`${asked.path}: ${answer.statusCode}`)
  return answer
}
