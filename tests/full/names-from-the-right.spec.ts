import type { Locator } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { makePhoto } from '../support/photos.ts'
import { enter, expect, test } from '../e2e/fixtures.ts'

test.use(WITHOUT_WORKER)

/** Longer than the room for it, and read from right to left. */
const NAME = 'מסיבת יום ההולדת הגדולה של סבתא רבקה בגינה'.repeat(2).slice(0, 80)

test('X13: names read from right to left are cut at their end', async ({
  page,
  context,
  orma,
  client,
}) => {
  const [owner, guest] = [await client.signUp('Mara'), await client.signUp(NAME)]
  const event = await client.createOrma(owner, { name: NAME })
  await enter(context, owner)
  addManyPosts(orma, event, guest, 2, 'FAILEDBYNUDITY')
  addManyPosts(orma, event, guest, 2)
  const path = `/${event.event_hash}`

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await expect.poll(() => cut(page.locator('.header-title span'))).toBe('end')
  const reviewed = page.locator('.review-list-row .review-list-name a').first()
  await expect.poll(() => cut(reviewed)).toBe('end')
  expect(await reviewed.evaluate((name) => getComputedStyle(name).textAlign)).toBe('left')

  const body = await makePhoto({ width: 64, height: 48 })
  await page.route('**/media/**', (route) => route.fulfill({ contentType: 'image/jpeg', body }))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${path}/slideshow`)
  await expect(page.getByText(texts.event.photoCount(2))).toBeVisible()
  // As the start does, without the full screen.
  await page.evaluate(() => history.replaceState({ ...history.state, running: true }, ''))
  await page.reload()
  await expect(page.getByRole('figure').first()).toBeVisible()
  await expect.poll(() => cut(page.locator('.slide-slide figcaption > span').first())).toBe('end')
})

/** Which end of words is not seen, in their one line or their last. */
function cut(words: Locator): Promise<'beginning' | 'end' | 'none'> {
  return words.evaluate((element) => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
    if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return 'none'
    const first = document.createRange()
    first.setStart(element.firstChild as Text, 0)
    first.setEnd(element.firstChild as Text, 1)
    const [letter, box] = [first.getBoundingClientRect(), element.getBoundingClientRect()]
    return letter.left < box.left - 1 || letter.right > box.right + 1 ? 'beginning' : 'end'
  })
}
