import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Post } from '../../contract/entities.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { createApiClient } from '../../tests/support/api-client.ts'
import type { Person } from '../../tests/support/api-client.ts'
import { addPostRows } from '../../tests/support/many-posts.ts'
import { startOrma } from '../../tests/support/orma-server.ts'
import type { OrmaServer } from '../../tests/support/orma-server.ts'
import { makePhoto } from '../../tests/support/photos.ts'
import { feedUrl } from './feed-url.ts'
import type { Figure } from './figure.ts'
import { beside } from './floor.ts'
import { latenciesOf, quantile } from './http-load.ts'
import type { Party } from './party-load.ts'
import { startBare } from './server-figures.ts'
import { multipartOf } from './upload-figures.ts'

const GUESTS = 200
const APART_MS = 75
const POSTS = 1_000
/** Until the code of a server just started is compiled. */
const WARM_UP_MS = 5_000
const REST_MS = 10_000
/** One party alone may fall on a moment in which the machine does something else. */
const ROUNDS = 3
const LOOK_AGAIN_MS = 200
/** As long as at rest an answer may take. */
const TIMES_AT_MOST = 3
/** Asked without a pause, the two servers and who asks would take a core of two for themselves, which is no part of a party. */
const PAUSE_MS = 5

/** Resolves when no photo waits for anything, as long after the last guest as before the first. */
async function allDone({ dataDir }: OrmaServer): Promise<void> {
  const db = new DatabaseSync(join(dataDir, 'orma.db'), { readOnly: true, timeout: 10_000 })
  const waiting = db.prepare("select 1 from jobs where queue like '%photo' and state <> 'failed'")
  while (waiting.get()) await wait(LOOK_AGAIN_MS)
  db.close()
}

/**
 * The slowest of a hundred answers while 200 guests open an Orma, listen and send a photo each, against the same at rest. Guests, who
 * ask and the processes of the photos share the machine with the server: what that alone does to an answer is seen by a bare server,
 * which is asked in turns with it.
 */
export async function partyFigures(): Promise<Figure[]> {
  const orma = await startOrma()
  let bare: Awaited<ReturnType<typeof startBare>> | undefined
  const guests = fork(join(import.meta.dirname, 'party-load.ts'))
  try {
    const client = createApiClient(orma)
    const owner = await client.signUp('Olga')
    const event = await client.createOrma(owner)
    addPostRows(orma, event, owner, POSTS)
    const people: Person[] = []
    for (let at = 0; at < GUESTS; at += 1) people.push(await client.signUp(`Guest ${at}`))
    const { event_hash } = event
    const urlOf = (call: Endpoint) => orma.url + API_BASE + endpointPath(call, { event_hash })
    const { type, body } = await multipartOf(await makePhoto({ profile: 'srgb' }))
    const party: Party = {
      pages: [urlOf(api.getEvent), feedUrl(orma, event), feedUrl(orma, event, 2)],
      live: urlOf(api.listenLive),
      upload: urlOf(api.uploadPhoto),
      tokens: people.map(({ token }) => token),
      apartMs: APART_MS,
      type,
      body: body.toString('base64'),
    }

    // Page 2 as it was before the first guest came; it is read from the database after each change.
    const first = (await (await fetch(feedUrl(orma, event))).json()) as Post[]
    const url = `${feedUrl(orma, event, 2)}?after=${first.at(-1)?.id}`
    const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
    bare = await startBare(await answer.text(), answer.headers)
    const urls = [url, bare.url]
    const slowest = async (over: Promise<unknown>) => {
      let isOver = false
      void over.finally(() => (isOver = true))
      const times = await latenciesOf(urls, () => !isOver, PAUSE_MS)
      return times.map((each) => quantile(each, 0.99))
    }
    await slowest(wait(WARM_UP_MS))
    const rest: number[][] = []
    const celebrated: number[][] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      rest.push(await slowest(wait(REST_MS)))
      guests.send(party)
      celebrated.push(await slowest(once(guests, 'message')))
      await allDone(orma)
    }
    const during = `slowest of 100 answers while ${GUESTS} guests open, listen and upload`
    const of = (rounds: number[][], server: number) => rounds.map((times) => times[server] ?? NaN)
    const bareServer = beside(
      { name: `bare server, ${during}`, unit: 'ms' },
      of(celebrated, 1),
      of(rest, 1),
    )
    const bareTimes = bareServer.measured / (bareServer.limit ?? NaN)
    // On a fast machine that alone is more than three times.
    const atMost = Math.max(TIMES_AT_MOST, Math.round(100 * bareTimes) / 100)
    const feed = { name: `feed, ${during}`, unit: 'ms', atMost }
    return [beside(feed, of(celebrated, 0), of(rest, 0)), bareServer]
  } finally {
    bare?.stop()
    guests.kill()
    await orma.close()
  }
}
