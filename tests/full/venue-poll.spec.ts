import { setTimeout as wait } from 'node:timers/promises'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'
import {
  choose,
  enter,
  expect,
  gallery,
  startParty,
  test,
  uploadNow,
  whenControlled,
} from '../e2e/venue-fixtures.ts'

const DEAD_FOR_MS = 60_000

test('Q25: a photo is asked for five times at most, also after a browser’s death', async ({
  venue,
}) => {
  test.setTimeout(600_000)
  const { event, guest, stored } = await startParty(venue)
  const [photo] = await gallery(1)
  const address = `${venue.url}/${event.event_hash}/upload`
  const browser = await createKillableBrowser()
  // A server that never comes to an end with it, and tells nothing by itself.
  let answers = 0
  let pending: unknown = { posts: [] }
  venue.gateway.judge(({ path }) => {
    if (path.endsWith('/live')) return { status: 503, retryAfter: 600 }
    if (!path.endsWith('/pending_posts')) return 'pass'
    answers += 1
    return answers === 1 ? { status: 500 } : { status: 200, body: pending }
  })
  const polls = () => venue.gateway.exchanges.filter(({ path }) => path.endsWith('/pending_posts'))
  const before = polls().length
  const asked = () => polls().slice(before)
  try {
    const context = await browser.open()
    await enter(context, guest)
    const page = await context.newPage()
    await page.goto(address)
    await whenControlled(page)
    await choose(page, [photo!])
    await uploadNow(page)
    await expect.poll(stored).toHaveLength(1)
    const [post] = await stored()
    const params = { event_hash: event.event_hash, post_id: post!.postId }
    const { body } = await venue.client.call(api.getPost, { params, token: guest.token })
    pending = { posts: [{ ...body.post, status: 'READYFORPROCESSING' }] }
    await expect(page.getByText(texts.upload.processing)).toBeVisible()

    await expect.poll(() => asked().length, { timeout: 60_000 }).toBe(2)
    await browser.kill9()
    await wait(DEAD_FOR_MS)
    expect(asked()).toHaveLength(2)

    const again = await browser.open()
    await enter(again, guest)
    const other = await again.newPage()
    await other.goto(address)
    await expect.poll(() => asked().length, { timeout: 90_000 }).toBe(5)
    await expect(other.getByText(texts.upload.processing)).toBeHidden()
    await wait(DEAD_FOR_MS / 2)
    expect(asked()).toHaveLength(5)
    const times = asked().map(({ startedAt }) => startedAt)
    const gaps = times.slice(1).map((time, at) => time - times[at]!)
    expect(Math.min(...gaps)).toBeGreaterThan(9000)
  } finally {
    await browser.close()
  }
})
