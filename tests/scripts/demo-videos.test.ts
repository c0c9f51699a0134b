import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { eveningBefore, localTime, readEvening } from '../../scripts/demo/evening.ts'
import { makeDemo } from '../../scripts/demo/make-demo.ts'
import { shareVideos } from '../../scripts/demo/share-videos.ts'
import { createApiClient } from '../support/api-client.ts'
import { sharedFolder } from '../support/fixtures.ts'
import { startOrma } from '../support/orma-server.ts'
import type { OrmaServer } from '../support/orma-server.ts'

const PHOTOS = 2
const NOW = Date.now()

const folder = await sharedFolder()
let event_hash: string
let orma: OrmaServer

beforeAll(async () => {
  event_hash = await makeDemo(folder, NOW, PHOTOS)
  orma = await startOrma({ dataDir: folder, env: { DATABASE_URL: '' } })
})
afterAll(() => orma?.close())

it('the demo has two videos, sent by its guests, once', async () => {
  const demo = { folder, origin: orma.url, event_hash, nowMs: NOW }
  await shareVideos(demo)
  await shareVideos(demo)
  const { videos: planned } = await readEvening()
  const isThere = async () => (await readFeed()).length === PHOTOS + planned.length
  await vi.waitUntil(isThere, { timeout: 180_000, interval: 200 })
  const videos = (await readFeed()).filter(({ kind }) => kind === 'video')
  expect(videos).toHaveLength(planned.length)
  const day = localTime(eveningBefore(NOW).getTime()).slice(0, 10)
  for (const video of videos) {
    expect(video.duration).toBeCloseTo(11, 0)
    expect(video.original_date.slice(0, 10)).toBe(day)
    expect(video.likeCount).toBeGreaterThan(5)
    expect(video.commentCount).toBe(4)
    const { headers } = await fetch(orma.url + String(video.video_url))
    expect(headers.get('content-type')).toBe('video/mp4')
  }
})

async function readFeed(): Promise<Post[]> {
  const params = { event_hash, page: 1 }
  return (await createApiClient(orma).call(api.listPosts, { params })).body as Post[]
}
