import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import type { Venue } from '../support/venue.ts'
import { addPosts } from './offline-fixtures.ts'
import { expect, signIn, startParty, test } from './venue-fixtures.ts'
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

test('a photo that is removed while one looks at it gives way to the next with its address, with a word, and the last one to the Orma', async ({
  page,
  venue,
}) => {
  const party = await startParty(venue)
  const path = `/${party.event.event_hash}`
  const [last, first] = await addPosts(venue.client, party.event, party.guest, 2)
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

test('who deletes a photo is led to the Orma and told nothing of a removal', async ({
  page,
  context,
  venue,
}) => {
  const party = await startParty(venue)
  const path = `/${party.event.event_hash}`
  const [, first] = await addPosts(venue.client, party.event, party.guest, 2)
  await signIn(context, venue, party.owner)
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
  test(`what was being written about a photo that is removed ${isHeard ? 'meanwhile' : 'while nothing is heard live'} is given back in words to copy @full`, async ({
    page,
    context,
    venue,
  }) => {
    const party = await startParty(venue)
    const [, first] = await addPosts(venue.client, party.event, party.guest, 2)
    await signIn(context, venue, party.guest)
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

test('what is being written about a photo stays, and is written on, when the one before it is removed @full', async ({
  page,
  context,
  venue,
}) => {
  const party = await startParty(venue)
  const [last, first] = await addPosts(venue.client, party.event, party.guest, 2)
  await signIn(context, venue, party.guest)
  const path = `/${party.event.event_hash}/post`
  await openLive(page, `${path}/${first!.id}`)
  await field(page, 1).fill('What a')
  await remove(venue, party, first!)
  await expect(page).toHaveURL(`${path}/${last!.id}`)
  await page.keyboard.type(' night!')
  await expect(field(page, 0)).toHaveValue('What a night!')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(shown(page).getByRole('listitem')).toHaveText([/What a night!/])
})

test('a proxy’s word that there is no such photo takes neither the photo nor what is being written about it @full', async ({
  page,
  context,
  venue,
}) => {
  const party = await startParty(venue)
  const [, first] = await addPosts(venue.client, party.event, party.guest, 2)
  await signIn(context, venue, party.guest)
  const path = `/${party.event.event_hash}/post/${first!.id}`
  await page.clock.install()
  await openLive(page, path)
  await field(page, 0).fill('What a night')
  const refused: string[] = []
  venue.gateway.judge((request) => {
    if (request.path.split('?')[0] !== `/api/events${path}`) return 'pass'
    refused.push(request.path)
    return { status: 404, body: '<h1>Log in to the hotel’s network</h1>' }
  })
  await page.clock.fastForward(60_000)
  // What the browser does when a page comes into view again.
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText(texts.offline.silent)).toBeVisible()
  expect(refused).not.toEqual([])
  await expect(shown(page)).toHaveAttribute('data-post', String(first!.id))
  await expect(field(page, 0)).toHaveValue('What a night')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})
