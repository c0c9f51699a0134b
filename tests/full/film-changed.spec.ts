import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { pauseButton, pauseInSecondPhoto, weekend } from '../e2e/film-fixtures.ts'
import { expect, test } from '../e2e/fixtures.ts'

const { highlights } = texts

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('a film goes on where it was when a photo of it is deleted', async ({ page, orma }) => {
  const { client, event, owner, film, images, setMusic } = await weekend(orma)
  const params = { event_hash: event.event_hash }
  await setMusic('calm')
  await page.clock.install()
  await page.goto(film)
  // Its controls may have gone meanwhile.
  await page.getByRole('button', { name: highlights.sound }).press('Enter')
  await expect(page.getByRole('slider', { name: highlights.volume })).toBeVisible()
  // As far into the film without the first photo.
  await pauseInSecondPhoto(page)
  const { body: posts } = await client.call(api.listPosts, { params: { ...params, page: '1' } })
  const [first] = posts.filter(({ image_url }: Post) => images[0] === orma.url + image_url)
  await client.call(api.deletePost, {
    params: { ...params, post_id: String(first.id) },
    token: owner.token,
  })
  const sharesWith = await noteShares(page)
  // Step by step: in real time a busy machine may have the changed film only when this one has come round.
  const begun = async () => {
    await page.clock.runFor(40)
    return (await sharesWith(texts.event.photoCount(2))).slice(0, 5)
  }
  await expect.poll(begun, { intervals: [100] }).toHaveLength(5)
  expect(Math.min(...(await begun()))).toBeGreaterThan(0.05)
  await expect(page.getByRole('button', { name: highlights.sound })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.clock.resume()
  await expect(pauseButton(page)).toBeVisible()
})

/** Notes how much of the film has been seen, each time it changes; gives those of a film with these words. */
async function noteShares(page: Page): Promise<(words: string) => Promise<number[]>> {
  const noted = await page.evaluateHandle(() => {
    const shares: { words: string; share: number }[] = []
    new MutationObserver(() => {
      const controls = document.querySelector<HTMLElement>('.highlights-controls')
      const share = Number(controls?.style.getPropertyValue('--seen'))
      const words = controls?.textContent ?? ''
      if (share !== shares.at(-1)?.share) shares.push({ words, share })
    }).observe(document, { subtree: true, childList: true, attributes: true })
    return shares
  })
  return async (words) =>
    (await noted.jsonValue()).filter((each) => each.words.includes(words)).map(({ share }) => share)
}
