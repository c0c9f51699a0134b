import { createHash } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event, Post } from '../../contract/entities.ts'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { sql, sqlList } from '../../server/db/sql.ts'
import { createApiClient } from '../support/api-client.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { makeBurst } from '../support/burst-photos.ts'
import { openDatabase } from '../support/database-places.ts'
import { addManyPosts } from '../support/many-posts.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, test } from './fixtures.ts'

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

/** Has posts lie an hour further down in their feed. */
async function shareEarlier(orma: OrmaServer, ids: readonly number[]): Promise<void> {
  const db = await openDatabase(orma.databaseAddress)
  await db.run(sql`
    update posts set published_at = published_at - 3600000 where id in (${sqlList(ids)})`)
  await db.close()
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
  test('are one tile where the viewer wants it, which opens and closes in its place, also after a reload and without a network', async ({
    page,
    context,
    orma,
  }) => {
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

  test('come to their tile live, and where a feed has none there is nothing to switch @full', async ({
    page,
    orma,
  }) => {
    const party = await startParty(orma)
    const [one, two, three] = await makeBurst(24, 3)
    const ids = await share(party, [one!])
    await page.goto(party.path)
    await expect.poll(() => shownIds(page)).toEqual(ids)
    await expect(collapseSwitch(page)).toBeHidden()
    ids.push(...(await share(party, [two!])))
    await collapseSwitch(page).check()
    await expect(others(page, 1)).toBeVisible()
    expect(await shownIds(page)).toEqual([ids[1]])
    ids.push(...(await share(party, [three!])))
    await expect(others(page, 2)).toBeVisible()
    expect(await shownIds(page)).toEqual([ids[2]])
  })

  test('leave the feed loading to its end, and its place where it was after a look at a photo @full', async ({
    page,
    orma,
  }) => {
    const party = await startParty(orma)
    const burst = await share(party, await makeBurst(25, 4))
    await shareEarlier(orma, burst)
    addManyPosts(orma, party.event, party.guest, 100)
    await page.goto(party.path)
    await expect(page.locator('li[data-post]').first()).toBeVisible()
    // The switch comes with the burst, which lies on the feed's last page.
    await page.evaluate(() => localStorage.setItem('feed-collapsed', '1'))
    await page.reload()
    const lead = page.locator(`li[data-post="${burst[3]}"]`)
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 900)
        return lead.count()
      })
      .toBe(1)
    await expect(others(page, 3)).toBeVisible()
    expect(await page.locator(`li[data-post="${burst[0]}"]`).count()).toBe(0)

    await lead.scrollIntoViewIfNeeded()
    const top = () => lead.evaluate((tile) => Math.round(tile.getBoundingClientRect().top))
    const before = await top()
    await lead.getByRole('link').click()
    await expect(page.getByRole('article').first()).toHaveAttribute('data-post', String(burst[3]))
    await page.goBack()
    await expect.poll(top).toBe(before)
  })
})

test.describe('a chosen photo that is there already', () => {
  test('is said to be, to the eye and the ear, and may be taken out or uploaded again', async ({
    page,
    context,
    orma,
  }) => {
    const party = await startParty(orma)
    const known = await makePhoto({ width: 800, height: 600, orientation: 1, seed: 31 })
    const fresh = await makePhoto({ width: 800, height: 600, orientation: 1, seed: 32 })
    await share(party, [known])
    await context.addCookies([{ name: TOKEN_COOKIE, value: party.guest.token, url: orma.url }])
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

  test('goes up without a word where the server does not say, or never answers @full', async ({
    page,
    context,
    orma,
  }) => {
    const party = await startParty(orma)
    const known = await makePhoto({ width: 800, height: 600, orientation: 1, seed: 33 })
    await share(party, [known])
    await context.addCookies([{ name: TOKEN_COOKIE, value: party.guest.token, url: orma.url }])
    const asked: string[] = []
    await page.route('**/known', (route) => {
      asked.push(route.request().url())
      // The first time refused; from then on nothing comes.
      if (asked.length === 1) return route.fulfill({ status: 500, body: '{}' })
    })
    await page.goto(`${party.path}/upload`)
    await choose(page, [['a.jpg', known]])
    await expect.poll(() => asked.length).toBe(1)
    await choose(page, [['b.jpg', await makePhoto({ width: 800, height: 600, seed: 34 })]])
    await expect.poll(() => asked.length).toBe(2)
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
    await expect(page.getByText(texts.upload.known)).toHaveCount(0)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page.getByRole('button', { name: texts.upload.uploadNow }).click()
    await expect(page.getByText(texts.upload.shown)).toHaveCount(2)
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
