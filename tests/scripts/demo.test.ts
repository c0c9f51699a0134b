import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../contract/api.ts'
import type { Comment, Event, Post } from '../../contract/entities.ts'
import { eveningBefore, readEvening } from '../../scripts/demo/evening.ts'
import { makeDemo, TO_REVIEW } from '../../scripts/demo/make-demo.ts'
import { OperatorError } from '../../server/settings/read-settings.ts'
import { createApiClient } from '../support/api-client.ts'
import type { ApiClient } from '../support/api-client.ts'
import { runProgram } from '../support/failed-start.ts'
import { startOrma } from '../support/orma-server.ts'
import type { OrmaServer } from '../support/orma-server.ts'

const NOW = Date.parse('2026-06-21T12:00:00Z')
const PHOTOS = 4

let folder: string
let event_hash: string
let orma: OrmaServer
let client: ApiClient

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orma-demo-'))
  // As a demo leaves it that was cut short.
  await writeFile(join(folder, 'demo.json'), '{}\n')
  await writeFile(join(folder, 'orma.db'), 'half a database')
  event_hash = await makeDemo(folder, NOW, PHOTOS)
  orma = await startOrma({ dataDir: folder, env: { DATABASE_URL: '' } })
  client = createApiClient(orma)
})
afterAll(async () => {
  await orma?.close()
  await rm(folder, { recursive: true, force: true })
})

async function readFeed(): Promise<Post[]> {
  const { body } = await client.call(api.listPosts, { params: { event_hash, page: 1 } })
  return body as Post[]
}

describe('the demo', () => {
  it('makes an Orma with banner, picture and finished photos, also after a cut', async () => {
    expect(event_hash).toMatch(/^[\w-]{22}$/)
    const { body } = await client.call(api.getEvent, { params: { event_hash } })
    const event = body.event as Event
    expect(event).toMatchObject({ event_date: '2026-06-20 00:00:00.000', postCount: PHOTOS })
    const feed = await readFeed()
    expect(feed.map(({ status }) => status)).toEqual(Array(PHOTOS).fill('COMPLETED'))
    const pictures = [event.event_banner_url, event.event_profile_image_url]
    for (const address of [...pictures, feed[0]?.image_url, feed[0]?.compressed_url]) {
      const picture = await fetch(orma.url + String(address))
      expect(picture.headers.get('content-type')).toMatch(/^image\//)
    }
    expect(orma.errors.join()).not.toContain('secret.key')
  })

  it('counts likes and comments right, all within the evening', async () => {
    const start = eveningBefore(NOW).getTime()
    for (const post of await readFeed()) {
      expect(post.likeCount).toBe(post.Likes.length)
      const { body } = await client.call(api.listComments, {
        params: { event_hash, post_id: post.id },
      })
      const comments = body.comments as Comment[]
      expect(comments).toHaveLength(post.commentCount)
      const commented = comments.map(({ createdAt }) => createdAt).toReversed()
      const ms = [post.original_date, post.createdAt, ...commented].map((time) => Date.parse(time))
      expect(ms).toEqual(ms.toSorted((a, b) => a - b))
      expect(ms[0]).toBeGreaterThanOrEqual(start)
      expect(ms.at(-1)).toBeLessThan(NOW)
    }
  })

  it('lets its owner sign in with the printed number, and review three photos', async () => {
    const [owner] = (await readEvening()).people
    const user = { id: 0, name: '', phone: owner.phone, email: null }
    const { token } = await client.signInAgain({ user, token: '' })
    const own = await client.call(api.listOwnEvents, { token })
    expect(own.body.allevents).toMatchObject([{ event_hash, reviewAll: false }])
    const flagged = await client.call(api.listFlaggedPosts, { params: { event_hash }, token })
    const reasons = (flagged.body.data as Post[]).map(({ reviewReason }) => reviewReason)
    expect(reasons).toEqual(Array(TO_REVIEW).fill('review'))
  })

  it('made a second time in its folder is the same one', async () => {
    const before = await readFeed()
    expect(await makeDemo(folder, NOW, PHOTOS)).toBe(event_hash)
    expect(await readFeed()).toEqual(before)
  })

  it('leaves the folder of another installation as it is, and says so', async () => {
    const other = await mkdtemp(join(tmpdir(), 'orma-demo-'))
    await writeFile(join(other, 'orma.db'), 'of somebody else')
    await expect(makeDemo(other, NOW, 1)).rejects.toThrow(OperatorError)
    expect(await readdir(other)).toEqual(['orma.db'])
    await rm(other, { recursive: true })
  })
})

it.each(['--help', '--photos=many', '60'])(
  'npm run demo refuses %s in one line',
  async (argument) => {
    const DATA_DIR = join(folder, 'another')
    const answer = await runProgram(['scripts/demo/main.ts', argument], { DATA_DIR, PORT: '0' })
    expect(answer).toEqual({
      code: 1,
      out: '',
      error:
        'Orma cannot start. The demo has one option, how many photos: npm run demo -- --photos=60\n',
    })
  },
)
