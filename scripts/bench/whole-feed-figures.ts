import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { Post } from '../../contract/entities.ts'
import { PAGE_SIZE_MAX } from '../../contract/limits.ts'
import { createApiClient } from '../../tests/support/api-client.ts'
import { addPostRows } from '../../tests/support/many-posts.ts'
import { startOrma } from '../../tests/support/orma-server.ts'
import { feedUrl } from './feed-url.ts'
import type { Figure } from './figure.ts'
import { latencies, median, quantile } from './http-load.ts'
import { cpuMs } from './process-use.ts'

const POSTS = 10_000
const LIKES = 5
const ROUNDS = 5
/** At rest. */
const REST_MS = 2_000

/** A feed of 10,000 posts with likes, read whole in as large pages as there are, each read anew from the database. */
export async function wholeFeedFigures(): Promise<Figure[]> {
  const orma = await startOrma()
  try {
    const client = createApiClient(orma)
    const owner = await client.signUp('Olga')
    const other = await client.createOrma(owner)
    addPostRows(orma, other, owner, 100)
    const event = await client.createOrma(owner)
    addPostRows(orma, event, owner, POSTS)
    for (let at = 0; at < LIKES; at += 1) await client.signUp(`Guest ${at}`)
    const db = new DatabaseSync(orma.databaseAddress, { timeout: 10_000 })
    db.prepare(
      `insert into likes (post_id, user_id, created_at)
         select p.id, u.id, 1 from posts p cross join users u where p.event_id = ? and u.id <> ?`,
    ).run(event.id, owner.user.id)
    db.prepare('update posts set like_count = ? where event_id = ?').run(LIKES, event.id)
    const change = db.prepare('update events set feed_version = feed_version + 1 where id = ?')
    const read = async () => {
      change.run(event.id)
      let [calls, bytes, posts, after] = [0, 0, 0, '']
      for (;;) {
        const answer = await fetch(`${feedUrl(orma, event)}?limit=${PAGE_SIZE_MAX}${after}`, {
          headers: { 'accept-encoding': 'identity' },
        })
        const text = await answer.text()
        const page = JSON.parse(text) as Post[]
        calls += 1
        bytes += text.length
        posts += page.length
        // Fewer than asked for: the last.
        if (page.length < PAGE_SIZE_MAX) return { calls, bytes, posts }
        after = `&after=${page.at(-1)?.id}`
      }
    }
    await read()
    const rounds: { ms: number; cpu: number; calls: number; bytes: number }[] = []
    while (rounds.length < ROUNDS) {
      const [start, before] = [performance.now(), cpuMs([orma.pid])]
      const { calls, bytes, posts } = await read()
      if (posts !== POSTS) throw new Error(`${posts} posts were read`)
      rounds.push({ ms: performance.now() - start, cpu: cpuMs([orma.pid]) - before, calls, bytes })
    }
    const slowest = async (work: Promise<unknown>) => {
      let isOver = false
      const over = work.finally(() => (isOver = true))
      const times = await latencies(feedUrl(orma, other), () => !isOver)
      await over
      return quantile(times, 0.99)
    }
    const limit = await slowest(wait(REST_MS))
    const measured = await slowest(read().then(read).then(read))
    db.close()
    const of = (what: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[what]))
    const name = `a feed of ${POSTS} posts with ${LIKES} likes each, read whole`
    const calls = Math.ceil(POSTS / PAGE_SIZE_MAX)
    return [
      {
        name: `${name}: calls`,
        measured: of('calls'),
        unit: 'calls',
        budget: { atMost: calls },
        isHeld: true,
      },
      { name, measured: of('ms'), unit: 'ms' },
      { name: `${name}: of a core, for each call`, measured: of('cpu') / calls, unit: 'ms' },
      { name: `${name}: for each call`, measured: of('bytes') / calls / 1000, unit: 'kB' },
      {
        name: 'feed, slowest of 100 answers while another is read whole, against at rest',
        measured,
        limit,
        unit: 'ms',
      },
    ]
  } finally {
    await orma.close()
  }
}
