import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { turnIntoVideos } from '../support/video-posts.ts'
import { violationsOf } from './axe.ts'
import { card, mediaName, photoOf, startReview } from './review-fixtures.ts'
import { enter, expect, test } from './venue-fixtures.ts'
import { playButton, stateOf, watchVideoCalls } from './video-fixtures.ts'

test.use(HEADLESS_SHELL)

test('a flagged video is veiled, and plays without sound once asked for', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner, flagged } = await startReview(venue, 1, 'nudity')
  const [post] = flagged
  await turnIntoVideos(venue.orma, flagged, { seconds: 30 })
  await enter(context, owner)
  const asked = watchVideoCalls(page)
  await page.goto(`/${event.event_hash}/review`)
  const veil = photoOf(page, post)
  await expect(veil).toHaveAccessibleName('Show video by Grace Hopper, 0:30')
  await expect(playButton(card(page, post))).toHaveCount(0)
  await veil.click()
  await expect(veil.getByRole('img')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  expect(asked).toEqual([])

  await playButton(card(page, post)).click()
  const video = card(page, post).locator('video')
  await expect.poll(() => stateOf(video)).toEqual({ isPlaying: true, muted: true, controls: true })
  await expect(card(page, post).getByText('0:30', { exact: true })).toBeHidden()
  await test.step('its address gives parts of it, to no cache', async () => {
    const answer = await page.evaluate(
      async (src) => {
        const part = await fetch(src, { headers: { range: 'bytes=100-199' } })
        const { status, headers } = part
        return [status, headers.get('cache-control'), (await part.arrayBuffer()).byteLength]
      },
      await video.evaluate((element) => (element as HTMLVideoElement).currentSrc),
    )
    expect(answer).toEqual([206, 'private, no-store', 100])
  })
  await card(page, post)
    .getByRole('button', { name: 'Hide video by Grace Hopper', exact: true })
    .last()
    .click()
  await expect(video).toHaveCount(0)
  await expect(veil).toBeFocused()
  expect(asked.every((address) => address.includes(mediaName(post!)))).toBe(true)
  await expect(page.getByText(texts.review.nudity)).toBeVisible()
})
