import type { Locator, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { makeBurst } from '../support/burst-photos.ts'
import { makePhoto } from '../support/photos.ts'
import { sha256Of } from '../support/sized-photos.ts'
import { enter, expect, test } from './fixtures.ts'
import { shownPosts } from './offline-fixtures.ts'

test.use({ ...HEADLESS_SHELL, viewport: { width: 390, height: 844 } })

const collapseSwitch = (page: Page): Locator =>
  page.getByRole('switch', { name: texts.feed.collapse })
const others = (page: Page, count: number): Locator =>
  page.getByRole('button', { name: texts.feed.moreAlike(count) })

test('near-doubles are one tile in the feed, which opens in its place, offline too @full', async ({
  page,
  context,
  orma,
  client,
  event,
  owner,
  path,
}) => {
  const share = async (photo: Buffer) => (await client.addPhoto(event, owner, photo)).id
  const first = await share(await makePhoto({ width: 1200, height: 900, seed: 21 }))
  const burst: number[] = []
  for (const photo of await makeBurst(22, 3)) burst.push(await share(photo))
  const last = await share(await makePhoto({ width: 900, height: 1200, seed: 23 }))
  const all = [last, ...burst.toReversed(), first]
  await page.goto(path)
  await expect.poll(() => shownPosts(page)).toEqual(all)
  await expect(collapseSwitch(page)).not.toBeChecked()

  await collapseSwitch(page).check()
  const collapsed = [last, burst[2], first]
  await expect.poll(() => shownPosts(page)).toEqual(collapsed)
  await expect(others(page, 2)).toHaveText('+2')

  await others(page, 2).press('Enter')
  await expect.poll(() => shownPosts(page)).toEqual(all)
  await expect(others(page, 2)).toBeFocused()
  await expect(others(page, 2)).toHaveAttribute('aria-expanded', 'true')
  await others(page, 2).click()
  await expect.poll(() => shownPosts(page)).toEqual(collapsed)

  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload()
  await expect.poll(() => shownPosts(page)).toEqual(collapsed)
  await orma.stop()
  await page.reload()
  await expect(others(page, 2)).toBeVisible()
  await expect.poll(() => shownPosts(page)).toEqual(collapsed)
  await collapseSwitch(page).uncheck()
  await expect.poll(() => shownPosts(page)).toEqual(all)
  await orma.restart()
  expect(context.pages()).toHaveLength(1)
})

test('a chosen photo that is there already is said so, and may go again', async ({
  page,
  context,
  client,
  event,
  guest,
  path,
  storedHashes,
}) => {
  const known = await makePhoto({ width: 800, height: 600, orientation: 1, seed: 31 })
  const fresh = await makePhoto({ width: 800, height: 600, orientation: 1, seed: 32 })
  await client.addPhoto(event, guest, known)
  await enter(context, guest)
  await page.goto(`${path}/upload`)
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
  expect((await storedHashes()).map(String).toSorted()).toEqual(
    [known, known, fresh].map(sha256Of).toSorted(),
  )
})

function draft(page: Page, name: string): Locator {
  const remove = page.getByRole('button', { name: `${texts.upload.remove} ${name}`, exact: true })
  return page.getByRole('listitem').filter({ has: remove })
}

async function choose(page: Page, files: [name: string, bytes: Buffer][]): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles(files.map(([name, buffer]) => ({ name, mimeType: 'image/jpeg', buffer })))
}
