import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { joinBurst, storeTraits } from '../../../server/posts/bursts.ts'
import { publishPost } from '../../../server/posts/posts.ts'
import type { PostOptions } from '../../support/add-post.ts'
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
  status?: PostOptions['status']
  /** In place of `after`, as it was sent. */
  time?: string
}

async function shoot({ hash, after = 0, of = event, status, time }: Shot = {}): Promise<number> {
  const traits = { perceptual_hash: hash ?? '0000000000000000', sharpness: 1 }
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

  it('goes by the moment, whichever clock told it', async () => {
    const here = await shoot({ time: '2026-06-20T20:00:00+02:00' })
    const there = await shoot({ time: '2026-06-20T14:00:30-04:00' })
    await shoot({ time: '2026-06-20T20:00:00-04:00' })
    expect(await bursts()).toEqual([[here, there]])
  })

  it('comes out the same in whatever order its photos are shown', async () => {
    const orders = ['01234', '32104', '03124', '20314']
    const found: unknown[] = []
    for (const order of orders) {
      const orma = await api.createOrma(owner)
      const ids: number[] = []
      for (const hash of [...HASHES, OTHER]) ids.push(await shootWaiting(orma, hash))
      for (const at of order) await publish(ids[Number(at)] ?? 0)
      const told = new Map((await feed(orma)).map(({ id, burst }) => [id, burst]))
      found.push(ids.map((id) => told.get(id)).map((burst) => burst && ids.indexOf(burst)))
    }
    expect(found).toEqual(orders.map(() => [0, 0, 0, 0, undefined]))
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
    await shoot({ status: 'READYFORPROCESSING' })
    await shoot({ status: 'FAILEDPROCESSING' })
    await shoot({ status: 'FAILEDBYNUDITY' })
    await shoot()
    expect((await feed()).map(({ burst }) => burst)).toEqual([undefined])
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
    await storeTraits(tx, id, { perceptual_hash: OTHER, sharpness: 9 })
    await publishPost(tx, id, MADE)
    await joinBurst(tx, id)
  })
}
