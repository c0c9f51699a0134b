import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { expect, test } from './fixtures.ts'
import { openViewer, postInView, swipe } from './viewer-fixtures.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner', viewport: { width: 390, height: 844 }, hasTouch: true })

const OWN = 26
const GUEST = 9
const TO_REVIEW = 9

/** Lists besides the feed: their page, how many they have, whose, and where in it the photo opened stands. */
const LISTS = [
  { list: 'an hour’s', page: 'timeslot/2026-06-14T20', count: OWN + GUEST, by: 'Grace Hopper' },
  { list: 'one’s own', page: 'myphotos', count: OWN, by: 'Olga Owner' },
  { list: 'a person’s', page: 'people/', count: GUEST + TO_REVIEW, by: 'Grace Hopper' },
  { list: 'waiting', page: 'review', count: TO_REVIEW, by: 'Grace Hopper' },
]

for (const { list, page: where, count, by } of LISTS) {
  const rare = where === 'people/' ? '' : ' @full'
  test(`the viewer goes through ${list} photos, and back to the one in view${rare}`, async ({
    page,
    path,
    orma,
    event,
    owner,
    guest,
  }) => {
    addManyPosts(orma, event, owner, OWN, 'COMPLETED', Date.now() - 60_000)
    addManyPosts(orma, event, guest, TO_REVIEW, 'FAILEDBYNUDITY', Date.now() - 60_000)
    addManyPosts(orma, event, guest, GUEST)
    const address = `${path}/${where}${where.endsWith('/') ? guest.user.id : ''}`
    await page.goto(address)
    await page.locator('main li[data-post] a').nth(1).click()
    // A tap on a photo that waits veils it.
    await expect(page.getByRole('article').first()).toBeVisible()
    if (where.startsWith('timeslot')) await page.reload()
    await openViewer(page, where === 'review' ? 'button' : 'tap')
    const at = (place: number) => expect(postInView(page)).toHaveText(placeOf(place, count, by))
    await at(2)
    await swipe(page, 'right')
    await at(1)
    for (let place = 2; place <= 9; place += 1) {
      await page.keyboard.press('ArrowRight')
      await at(place)
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const posts = page.getByRole('article')
    const looked = await posts.first().getAttribute('data-post')
    // What follows on the page is of the list too.
    const follows = where === 'people/' ? by : 'Olga Owner'
    if (where !== 'review') await expect(posts.nth(1)).toHaveAccessibleName(follows)
    await page.getByRole('button', { name: texts.common.back }).click()
    await expect(page).toHaveURL(address)
    const tile = page.locator(`li[data-post="${looked}"] a`)
    await expect(tile).toBeInViewport()
    await expect(tile).toBeFocused()
  })
}

/** The count is known once the list is to its end. */
function placeOf(place: number, count: number, by: string): RegExp {
  return new RegExp(`^Photo ${place}( of ${count})? by ${by}$`)
}

test('Back keeps the words under a list’s next photo, which waits for the list', async ({
  page,
  path,
  orma,
  event,
  owner,
  guest,
}) => {
  // In the feed others lie between them.
  addManyPosts(orma, event, owner, 2, 'COMPLETED', Date.now() - 120_000)
  addManyPosts(orma, event, guest, OWN, 'COMPLETED', Date.now() - 60_000)
  addManyPosts(orma, event, owner, 1)
  await page.goto(`${path}/myphotos`)
  await page.locator('main li[data-post] a').first().click()
  const fields = page.getByRole('article').getByPlaceholder(texts.post.commentPlaceholder)
  await fields.nth(1).fill('What a')
  await page.goBack()
  await expect(page).toHaveURL(/myphotos$/)
  await expect(fields).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.goForward()
  await expect(fields.nth(1)).toHaveValue('What a')

  const asked = Promise.withResolvers<void>()
  await page.route('**/own_posts*', async (route) => {
    await asked.promise
    // Not 503, which is asked for again some seconds later.
    await route.fulfill({ status: 429 })
  })
  // As where the device has kept nothing of the list.
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
  await page.reload()
  await expect(page.getByRole('progressbar', { name: texts.feed.loadingMore })).toBeVisible()
  asked.resolve()
  const retry = page.getByRole('main').getByRole('button', { name: texts.common.retry })
  await expect(retry).toBeVisible()
  await page.unroute('**/own_posts*')
  // A list is asked for by itself as well: then the button has gone.
  await retry.click({ timeout: 5_000 }).catch(() => undefined)
  await expect(fields).toHaveCount(3)
  await expect(fields.nth(1)).toHaveValue('What a')
})
