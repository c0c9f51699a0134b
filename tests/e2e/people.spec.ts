import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { PAGE_SIZE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import type { Person } from '../support/api-client.ts'
import { addPosts } from '../support/add-posts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import type { Venue } from '../support/venue.ts'
import { violationsOf } from './axe.ts'
import { enter, expect, startParty, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

/** As long as a name may be, without a place to break it. */
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 80)

/** An Orma with a photo of a guest's that is shown, and one that waits for the owner. */
async function partyOfMany(venue: Venue) {
  const { event, owner } = await startParty(venue)
  const guest = await venue.client.signUp(LONG_NAME)
  const [post] = await addPosts(venue.client, event, guest, 1)
  const id = post?.id ?? 0
  addManyPosts(venue.orma, event, guest, 1, 'FAILEDBYNUDITY')
  const comment = async (author: Person, content: string) => {
    const params = { event_hash: event.event_hash, post_id: id }
    await venue.client.call(api.addComment, { params, token: author.token, json: { content } })
  }
  return { event, owner, guest, id, path: `/${event.event_hash}`, comment }
}

const rows = (page: Page) => page.locator('.people-people').getByRole('listitem')

/** Opens a page for somebody who has a narrow phone. */
async function openNarrow(page: Page, venue: Venue, person: Person, path: string): Promise<void> {
  await enter(page.context(), person)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(path)
}

/** Nothing sticks out to the side. */
async function expectNarrow(page: Page): Promise<void> {
  const over = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect(over).toBeLessThanOrEqual(0)
}

test('an owner goes from the menu to people and their photos', async ({ page, venue, client }) => {
  const { path, owner, id, comment } = await partyOfMany(venue)
  await comment(await client.signUp('Ada Lovelace'), 'Lovely')
  await openNarrow(page, venue, owner, path)
  await page.getByRole('button', { name: texts.common.menu }).click()
  await page.getByRole('link', { name: texts.menu.people }).press('Enter')
  await expect(page).toHaveURL(`${venue.url}${path}/people`)
  await expect(page).toHaveTitle(new RegExp(texts.people.title))

  const totals = page.getByRole('region', { name: texts.people.totals })
  await expect(totals.getByRole('listitem')).toHaveText([
    '2 guests opened it',
    '2 took part',
    '1 photo',
    '0 likes',
  ])
  // By name, with what each added.
  await expect(rows(page).filter({ has: page.locator('b') })).toHaveText([
    /Ada Lovelace.*1 comment$/,
    new RegExp(`${LONG_NAME}.*2 photos$`),
  ])
  expect(await violationsOf(page)).toEqual([])
  await expectNarrow(page)

  await page.getByRole('link', { name: LONG_NAME }).press('Enter')
  await expect(page.getByRole('heading', { name: LONG_NAME, level: 1 })).toBeVisible()
  const photos = page.getByRole('list', { name: texts.people.photosBy(LONG_NAME) })
  await expect(photos.getByRole('listitem')).toHaveCount(2)
  // What waits for the owner is not seen before it is asked for.
  await expect(photos.getByRole('link', { name: texts.review.own })).toBeVisible()
  await expect(photos.locator('img')).toHaveCount(1)
  expect(await violationsOf(page)).toEqual([])
  await expectNarrow(page)

  await photos.locator(`[data-post="${id}"] a`).press('Enter')
  await expect(page).toHaveURL(`${venue.url}${path}/post/${id}`)
  await page.goBack()
  await expect(photos).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Ada Lovelace' }).click()
  await expect(page.getByText(texts.people.noPhotos)).toBeVisible()
  await page.goto(`${path}/people/nobody`)
  await expect(page.getByText(texts.notFound.text)).toBeVisible()
})

test('an owner reads all comments, and goes to a photo @full', async ({ page, venue }) => {
  const { path, owner, guest, id, comment } = await partyOfMany(venue)
  await comment(guest, 'y'.repeat(200))
  for (let n = 1; n <= PAGE_SIZE; n += 1) await comment(n % 2 ? guest : owner, `Number ${n}`)
  await openNarrow(page, venue, owner, `${path}/people`)
  await page.getByRole('link', { name: texts.people.comments, exact: true }).press('Enter')
  await expect(page).toHaveURL(`${venue.url}${path}/people#comments`)
  const comments = page.getByRole('main').locator(`a[href="${path}/post/${id}"]`)
  await expect(comments).toHaveCount(PAGE_SIZE)
  await expect(comments.first()).toContainText(owner.user.name ?? '')
  await expect(comments.first()).toContainText(`Number ${PAGE_SIZE}`)
  await page.getByRole('button', { name: texts.ownPhotos.more }).press('Enter')
  await expect(comments).toHaveCount(PAGE_SIZE + 1)
  await expect(page.getByRole('button', { name: texts.ownPhotos.more })).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  await expectNarrow(page)
  await page.reload()
  await comments.first().press('Enter')
  await expect(page).toHaveURL(`${venue.url}${path}/post/${id}`)
})

test('an owner has names shown on photos @full', async ({ page, venue }) => {
  const { path, owner } = await partyOfMany(venue)
  await openNarrow(page, venue, owner, path)
  const names = page.getByRole('switch', { name: texts.feed.names })
  const name = page.locator('.feed-grid-name')
  await expect(names).not.toBeChecked()
  await expect(name).toHaveCount(0)
  await names.press('Space')
  await expect(name).toHaveText([LONG_NAME])
  // In one line, whatever its length.
  expect((await name.boundingBox())?.height).toBeLessThan(50)
  expect(await violationsOf(page, { within: '.feed-grid' })).toEqual([])
  await expectNarrow(page)
  await page.reload()
  await expect(name).toHaveText([LONG_NAME])
  await names.click()
  await expect(name).toHaveCount(0)
})

test('nobody but the owner is offered names and people, or sees them', async ({
  page,
  context,
  venue,
}) => {
  const { path, guest, id } = await partyOfMany(venue)
  await enter(context, guest)
  // As a device has it on which the owner wanted names before.
  await page.addInitScript(() => localStorage.setItem('feed-names', '1'))
  await page.goto(path)
  await expect(page.locator(`[data-post="${id}"]`)).toBeVisible()
  await page.getByRole('button', { name: texts.common.menu }).click()
  await expect(page.getByRole('button', { name: texts.menu.logout })).toBeVisible()
  await expect(page.getByRole('link', { name: texts.menu.people })).toHaveCount(0)
  await expect(page.getByRole('switch', { name: texts.feed.names })).toHaveCount(0)
  await expect(page.locator('.feed-grid-name')).toHaveCount(0)
  for (const address of ['people', 'people#comments', `people/${guest.user.id}`]) {
    await page.goto(`${path}/${address}`)
    await expect(page.getByText(texts.people.ownerOnly)).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0)
  }
  expect(await violationsOf(page)).toEqual([])

  await context.clearCookies()
  await page.goto(`${path}/people/${guest.user.id}`)
  await expect(page.getByText(texts.loginPrompt.text)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: texts.loginPrompt.login }).click()
  await expect(page.getByRole('heading', { name: texts.login.title })).toBeVisible()
})
