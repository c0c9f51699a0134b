import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import type { Venue } from '../support/venue.ts'
import { enter, expect, test } from './venue-fixtures.ts'
import type { Party } from './venue-fixtures.ts'

test.use(WITHOUT_WORKER)

const shown = (page: Page) => page.getByRole('article').first()
const removed = (page: Page) => page.getByRole('status').filter({ hasText: texts.upload.gone })

/** Resolves when the page's live stream is open. */
async function openLive(page: Page, address: string): Promise<void> {
  const live = page.waitForResponse((response) => response.url().endsWith('/live'))
  await page.goto(address)
  expect((await live).status()).toBe(200)
}

async function remove({ client }: Venue, { event, owner }: Party, post: Post): Promise<void> {
  const params = { event_hash: event.event_hash, post_id: post.id }
  const { status } = await client.call(api.deletePost, { params, token: owner.token })
  expect(status).toBe(204)
}

test('a photo removed while looked at gives way to the next', async ({
  page,
  venue,
  party,
  addPhotos,
}) => {
  const path = `/${party.event.event_hash}`
  const [last, first] = await addPhotos(2, party.guest)
  await page.goto(path)
  await openLive(page, `${path}/post/${first!.id}`)
  await expect(shown(page)).toHaveAttribute('data-post', String(first!.id))

  await remove(venue, party, first!)
  await expect(page).toHaveURL(new RegExp(`${path}/post/${last!.id}$`))
  await expect(shown(page)).toHaveAttribute('data-post', String(last!.id))
  await expect(removed(page)).toBeVisible()

  await remove(venue, party, last!)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(page.getByText(texts.feed.empty)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
})

test('who deletes a photo is led to the Orma', async ({
  page,
  context,
  venue,
  party,
  addPhotos,
}) => {
  const path = `/${party.event.event_hash}`
  const [, first] = await addPhotos(2, party.guest)
  await enter(context, party.owner)
  await openLive(page, `${path}/post/${first!.id}`)
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname))
  await shown(page).getByRole('button', { name: texts.post.delete }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: texts.common.delete, exact: true }).dblclick()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(page.locator('li[data-post]')).toHaveCount(1)
  expect(addresses).toEqual([path])
  await expect(removed(page)).toHaveCount(0)
  const deleted = venue.gateway.exchanges.filter(
    ({ method, path }) => method === 'DELETE' && path.endsWith(`/${first!.id}`),
  )
  expect(deleted).toHaveLength(1)
})

const field = (page: Page, at: number) =>
  page.getByRole('article').nth(at).getByPlaceholder(texts.post.commentPlaceholder)

for (const isHeard of [true, false]) {
  test(`words about a photo removed ${isHeard ? 'live' : 'unheard'} are given back @full`, async ({
    page,
    context,
    venue,
    party,
    addPhotos,
  }) => {
    const [, first] = await addPhotos(2, party.guest)
    await enter(context, party.guest)
    const address = `/${party.event.event_hash}/post/${first!.id}`
    if (isHeard) await openLive(page, address)
    else {
      await page.route('**/live', (route) => route.abort())
      await page.goto(address)
    }
    await field(page, 0).fill('What a night, and so')
    await remove(venue, party, first!)
    // What the browser does when a page comes into view again.
    if (!isHeard) await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    const lost = page.getByRole('alertdialog', {
      name: texts.post.commentLost('What a night, and so'),
    })
    await expect(lost).toBeVisible()
    // Who is typing goes on for a moment.
    await page.keyboard.type(' on, and on')
    await expect(lost).toBeVisible()
    await lost.getByRole('button', { name: texts.common.confirm, exact: true }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
}
