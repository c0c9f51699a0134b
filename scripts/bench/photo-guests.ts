import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { api, API_BASE } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import { createApiClient } from '../../tests/support/api-client.ts'
import type { Person } from '../../tests/support/api-client.ts'
import { listenTo } from '../../tests/support/live-listener.ts'
import type { OrmaServer } from '../../tests/support/orma-server.ts'
import { multipartOf } from './upload-figures.ts'
import type { MultipartBody } from './upload-figures.ts'

/** When something became of a photo, by `performance.now()`. */
export interface SeenPhoto {
  answered: number
  visible: number
  complete: number
}

/** Guests of an Orma who add the same photo again and again, and one who looks on. */
export interface PhotoGuests {
  /** Each of so many guests sends one photo after the other, until there are `count`; resolves when all are complete. */
  send: (count: number, guests: number) => Promise<SeenPhoto[]>
  /** What the app asks as the upload screen is opened. */
  open: () => Promise<unknown>
  close: () => void
}

const LOOK_AGAIN_MS = 5
/** Of a guest whose photos wait by the hundred. */
const TOO_MANY_MS = 1_000
const GUESTS = 4
/** So far apart that photos which look alike are no burst. */
const APART_MS = 5 * 60_000
const FIRST_DATE = '2026-06-20T18:30:00.000Z'

export async function invitePhotoGuests(orma: OrmaServer, photo: Buffer): Promise<PhotoGuests> {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga')
  const event = await client.createOrma(owner)
  const people: Person[] = []
  while (people.length < GUESTS) people.push(await client.signUp(`Guest ${people.length}`))
  const agent = new Agent({ keepAlive: true })
  // Encoded once: a phone's work is not the server's.
  const body = await multipartOf(photo, FIRST_DATE)
  let sent = 0
  const seen = new Map<number, Partial<SeenPhoto>>()
  const of = (id: number) => seen.get(id) ?? seen.set(id, {}).get(id)!
  const watching = await listenTo(orma.url, event.event_hash, {
    onMessage(message) {
      if (message.type !== 'POST_CHANGED' || message.post.status !== 'COMPLETED') return
      const { id, image_url, compressed_url } = message.post
      const photoSeen = of(id)
      photoSeen.visible ??= performance.now()
      if (image_url !== compressed_url) photoSeen.complete ??= performance.now()
    },
  })

  return {
    async send(count, guests) {
      let left = count
      const ids: number[] = []
      const sendAll = async (person: Person) => {
        while (left > 0) {
          left -= 1
          const dated = datedBy(body, (sent += 1))
          let id = await upload(orma, event, person, dated, agent)
          while (id === undefined) {
            await wait(TOO_MANY_MS)
            id = await upload(orma, event, person, dated, agent)
          }
          of(id).answered = performance.now()
          ids.push(id)
        }
      }
      await Promise.all(people.slice(0, guests).map(sendAll))
      while (ids.some((id) => of(id).complete === undefined)) await wait(LOOK_AGAIN_MS)
      return ids.map((id) => seen.get(id) as SeenPhoto)
    },
    open: () =>
      client.call(api.checkLimit, {
        params: { event_hash: event.event_hash },
        token: owner.token,
      }),
    close() {
      void watching.close()
      agent.destroy()
    },
  }
}

function datedBy({ type, body }: MultipartBody, place: number): MultipartBody {
  const dated = Buffer.from(body)
  dated.write(
    new Date(Date.parse(FIRST_DATE) + place * APART_MS).toISOString(),
    body.indexOf(FIRST_DATE),
  )
  return { type, body: dated }
}

/** Undefined where too many photos wait. */
function upload(
  orma: OrmaServer,
  { event_hash }: Event,
  { token }: Person,
  { type, body }: MultipartBody,
  agent: Agent,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const url = orma.url + API_BASE + endpointPath(api.uploadPhoto, { event_hash })
    const headers = {
      authorization: token,
      'idempotency-key': randomUUID(),
      'content-type': type,
      'content-length': body.length,
    }
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => {
        if (answer.statusCode === 429) resolve(undefined)
        else if (answer.statusCode === 201) resolve((JSON.parse(text) as { post: Event }).post.id)
        else reject(new Error(`an upload was answered with ${answer.statusCode}: ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
