import { createHash } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event, Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { makeBurst } from '../support/burst-photos.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { enter, expect, test } from './fixtures.ts'

test.use({ ...HEADLESS_SHELL, viewport: { width: 390, height: 844 } })

interface Party {
  client: ApiClient
  guest: Person
  event: Event
  path: string
}

async function startParty(orma: OrmaServer): Promise<Party> {
  const client = createApiClient(orma)
  const guest = await client.signUp('Grace Guest')
  const event = await client.createOrma(guest)
  return { client, guest, event, path: `/${event.event_hash}` }
}

/** Uploads photos one after the other; gives their ids. */
async function share({ client, event, guest }: Party, photos: Buffer[]): Promise<number[]> {
  const ids: number[] = []
  for (const photo of photos) {
    const { body } = await client.upload(event, guest, photo)
    ids.push((await client.whenProcessed(event, guest, body.post.id)).id)
  }
  return ids
}

async function shownIds(page: Page): Promise<number[]> {
  const tiles = await page.locator('li[data-post]').all()
  return Promise.all(tiles.map(async (tile) => Number(await tile.getAttribute('data-post'))))
}

const collapseSwitch = (page: Page): Locator =>
  page.getByRole('switch', { name: texts.feed.collapse })
const others = (page: Page, count: number): Locator =>
  page.getByRole('button', { name: texts.feed.moreAlike(count) })

test.describe('near-doubles in the feed', () => {
  test('are one tile, which opens in its place, offline too', async ({ page, context, orma }) => {
    const party = await startParty(orma)
    const [first] = await share(party, [await makePhoto({ width: 1200, height: 900, seed: 21 })])
    const burst = await share(party, await makeBurst(22, 3))
    const [last] = await share(party, [await makePhoto({ width: 900, height: 1200, seed: 23 })])
    const all = [last, ...burst.toReversed(), first]
    await page.goto(party.path)
    await expect.poll(() => shownIds(page)).toEqual(all)
    await expect(collapseSwitch(page)).not.toBeChecked()

    await collapseSwitch(page).check()
    const collapsed = [last, burst[2], first]
    await expect.poll(() => shownIds(page)).toEqual(collapsed)
    await expect(others(page, 2)).toHaveText('+2')

    await others(page, 2).press('Enter')
    await expect.poll(() => shownIds(page)).toEqual(all)
    await expect(others(page, 2)).toBeFocused()
    await expect(others(page, 2)).toHaveAttribute('aria-expanded', 'true')
    await others(page, 2).click()
    await expect.poll(() => shownIds(page)).toEqual(collapsed)

    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.reload()
    await expect.poll(() => shownIds(page)).toEqual(collapsed)
    await orma.stop()
    await page.reload()
    await expect(others(page, 2)).toBeVisible()
    await expect.poll(() => shownIds(page)).toEqual(collapsed)
    await collapseSwitch(page).uncheck()
    await expect.poll(() => shownIds(page)).toEqual(all)
    await orma.restart()
    expect(context.pages()).toHaveLength(1)
  })
})

test.describe('a chosen photo that is there already', () => {
  test('is said to be, and may be taken out or uploaded again', async ({ page, context, orma }) => {
    const party = await startParty(orma)
    const known = await makePhoto({ width: 800, height: 600, orientation: 1, seed: 31 })
    const fresh = await makePhoto({ width: 800, height: 600, orientation: 1, seed: 32 })
    await share(party, [known])
    await enter(context, party.guest)
    await page.goto(`${party.path}/upload`)
    await choose(page, [
      ['known.jpg', known],
      ['fresh.jpg', fresh],
      ['fresh again.jpg', fresh],
    ])
    await expect(draft(page, 'known.jpg').getByText(texts.upload.known)).toBeVisible()
    await expect(draft(page, 'fresh.jpg').getByText(texts.upload.savedOnPhone)).toBeVisible()
    await expect(draft(page, 'fresh again.jpg').getByText(texts.upload.chosenTwice)).toBeVisible()
    const words = page.getByRole('status').filter({ hasText: texts.upload.doubles(2, 3) })
    await expect(words).toBeVisible()

    await page.getByRole('button', { name: `${texts.upload.remove} fresh again.jpg` }).click()
    await expect(page.getByText(texts.upload.doubles(1, 2))).toBeVisible()
    await page.getByRole('button', { name: texts.upload.uploadNow }).click()
    await expect(page.getByText(texts.upload.shown)).toHaveCount(2)
    const { body } = await party.client.call(api.listPosts, {
      params: { event_hash: party.event.event_hash, page: 1 },
    })
    expect(body.map(({ sha256 }: Post) => sha256).toSorted()).toEqual(
      [known, known, fresh].map(sha256Of).toSorted(),
    )
  })
})

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function draft(page: Page, name: string): Locator {
  const remove = page.getByRole('button', { name: `${texts.upload.remove} ${name}`, exact: true })
  return page.getByRole('listitem').filter({ has: remove })
}

async function choose(page: Page, files: [name: string, bytes: Buffer][]): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles(files.map(([name, buffer]) => ({ name, mimeType: 'image/jpeg', buffer })))
}
