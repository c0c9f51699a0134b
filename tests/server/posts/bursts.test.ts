import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { joinBurst } from '../../../server/posts/bursts.ts'
import { publishPost } from '../../../server/posts/posts.ts'
import { storeTraits } from '../../../server/posts/post-traits.ts'
import { freshOrma } from '../../support/fixtures.ts'

const MADE = { width: 4, height: 3, thumbhash: 'AAAA', rendition_bytes: 500 }
/** Each differs in five bits from its neighbours, in ten from the next but one, in fifteen and more from all others. */
const HASHES = ['0000000000000000', '000000000000001f', '00000000000003ff', '0000000000007fff']
const OTHER = 'ffffffff00000000'

const { api, owner, guest, event } = freshOrma()

interface Shot {
  hash?: string | undefined
  /** Seconds after the first. */
  after?: number
  of?: Event
  status?: 'READYFORPROCESSING' | 'FAILEDPROCESSING'
  /** In place of `after`, as it was sent. */
  time?: string
}

async function shoot({ hash, after = 0, of = event, status, time }: Shot = {}): Promise<number> {
  const traits = { perceptual_hash: hash ?? '0000000000000000', sharpness: 1, color: '#000000' }
  const original_date = time ?? new Date(Date.UTC(2026, 5, 20, 18) + after * 1000).toISOString()
  const { id } = await api.addPost(of, guest, { traits, original_date, ...(status && { status }) })
  return id
}

async function feed(of = event): Promise<Post[]> {
  const params = { event_hash: of.event_hash, page: 1 }
  return (await api.request(calls.listPosts, { params })).body as Post[]
}

/** The ids of posts that share a burst, each burst by itself, in order. */
async function bursts(of = event): Promise<number[][]> {
  const shared = (await feed(of)).filter(({ burst }) => burst !== undefined)
  const groups = [...Map.groupBy(shared, ({ burst }) => burst).values()]
  return groups
    .map((posts) => posts.map(({ id }) => id).toSorted((a, b) => a - b))
    .toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
}

function remove(post_id: number) {
  const params = { event_hash: event.event_hash, post_id }
  return api.request(calls.deletePost, { params, token: owner.token })
}

describe('a burst', () => {
  it('has the posts of one Orma that look alike within two minutes', async () => {
    const first = await shoot()
    const alike = await shoot({ hash: HASHES[2], after: 119 })
    await shoot({ hash: OTHER, after: 5 })
    await shoot({ after: 119 + 121 })
    const other = await api.createOrma(owner)
    await shoot({ of: other })
    expect(await bursts()).toEqual([[first, alike]])
    expect(await bursts(other)).toEqual([])
  })

  it('is told of by the id of its first post, not where alone', async () => {
    const alone = await shoot()
    expect((await feed())[0]).not.toHaveProperty('burst')
    const second = await shoot({ after: 1 })
    expect((await feed()).map(({ id, burst }) => [id, burst])).toEqual([
      [second, alone],
      [alone, alone],
    ])
  })

  it('goes by the moment, whichever clock told it', async () => {
    const traits = { perceptual_hash: HASHES[0] ?? '', sharpness: 1, color: '#000000' }
    const add = async (original_date: string) =>
      (await api.addPost(event, guest, { traits, original_date })).id
    const here = await add('2026-06-20T20:00:00+02:00')
    const there = await add('2026-06-20T14:00:30-04:00')
    await add('2026-06-20T20:00:00-04:00')
    expect(await bursts()).toEqual([[here, there]])
  })

  it('comes out the same in whatever order its photos are shown', async () => {
    const orders = [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [0, 3, 1, 2],
      [2, 0, 3, 1],
    ]
    const found: unknown[] = []
    for (const order of orders) {
      const orma = await api.createOrma(owner)
      const ids: number[] = []
      for (const hash of HASHES) ids.push(await shootWaiting(orma, hash))
      ids.push(await shootWaiting(orma, OTHER))
      for (const at of [...order, 4]) await publish(ids[at] ?? 0)
      const names = (await feed(orma)).map(({ id, burst }) => [
        ids.indexOf(id),
        burst && ids.indexOf(burst),
      ])
      found.push(names.toSorted(([a = 0], [b = 0]) => a - b))
    }
    const same = [...[0, 1, 2, 3].map((at) => [at, 0]), [4, undefined]]
    expect(found).toEqual(orders.map(() => same))
  })

  it('stays one when its first post is deleted, until a single one is left', async () => {
    const [first, second] = [await shoot(), await shoot({ after: 10 })]
    const third = await shoot({ after: 20 })
    await remove(first)
    expect(await bursts()).toEqual([[second, third]])
    const fourth = await shoot({ after: 30 })
    expect(await bursts()).toEqual([[second, third, fourth]])
    await remove(third)
    await remove(fourth)
    expect((await feed()).map(({ id, burst }) => [id, burst])).toEqual([[second, undefined]])
  })

  it('has no post that is not shown', async () => {
    const waiting = await shoot({ status: 'READYFORPROCESSING' })
    await shoot({ status: 'FAILEDPROCESSING' })
    const shown = await shoot()
    await api.db.run(sql`update posts set status = 'FAILEDBYNUDITY' where id = ${waiting}`)
    expect(await bursts()).toEqual([])
    expect((await feed())[0]).not.toHaveProperty('burst')
    // Approved: it has come to the other one.
    await api.db.run(
      sql`update posts set status = 'COMPLETED', published_at = 1 where id = ${waiting}`,
    )
    await api.db.transaction((tx) => joinBurst(tx, waiting))
    expect(await bursts()).toEqual([[waiting, shown]])
  })

  it('has no post whose time means nothing, which is shown all the same', async () => {
    await shoot()
    await shoot({ time: '2026-06-20T18:00:00+02' })
    await shoot({ time: '2026-06-20T18:00:00+02' })
    expect(await feed()).toHaveLength(3)
    expect(await bursts()).toEqual([])
  })

  it('takes in two photos of it that are shown at the same moment', async () => {
    const ids: number[] = []
    for (let n = 0; n < 6; n += 1) ids.push(await shootWaiting(event, HASHES[0]))
    await Promise.all(ids.map(publish))
    expect(await bursts()).toEqual([ids])
  })

  it('that becomes part of another is told anew to who listens', async () => {
    const [first, third] = [await shoot(), await shoot({ hash: HASHES[3] })]
    expect(await bursts()).toEqual([])
    const between = await shoot({ hash: HASHES[1] })
    expect(await bursts()).toEqual([[first, third, between]])
    const changes = await api.db.all<{ post_id: number }>(sql`
      select post_id from live_changes where event_id = ${event.id} order by seq`)
    expect(changes.map(({ post_id }) => post_id)).toEqual([first, third, between, third])
  })
})

function shootWaiting(of: Event, hash: string | undefined): Promise<number> {
  return shoot({ of, hash, status: 'READYFORPROCESSING' })
}

async function publish(id: number): Promise<void> {
  await api.db.transaction(async (tx) => {
    await storeTraits(tx, id, { perceptual_hash: OTHER, sharpness: 9, color: '#ffffff' })
    await publishPost(tx, id, MADE)
    await joinBurst(tx, id)
  })
}
