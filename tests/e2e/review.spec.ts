import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { openLive } from './fixtures.ts'
import { enter, expect, test } from './venue-fixtures.ts'
import { addPosts } from './offline-fixtures.ts'
import {
  card,
  cards,
  decide,
  mediaName,
  openReview,
  startReview,
  statusOf,
  strip,
  tile,
  tiles,
} from './review-fixtures.ts'

test.use(HEADLESS_SHELL)

// Specification: 2.61, 4.27, 6.11, 8.41
test('an owner approves one photo and rejects one', async ({
  page,
  context,
  elsewhere,
  venue,
  client,
}) => {
  const { event, owner, guest, flagged } = await startReview(venue, 3, 'nudity')
  const [first, second, third] = flagged
  await enter(context, owner)
  const viewer = await elsewhere()
  await openLive(viewer, `/${event.event_hash}`)
  await expect(viewer.getByText(texts.feed.empty)).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openLive(page, `/${event.event_hash}`)
  await expect(page.getByRole('heading', { name: texts.review.waiting(3) })).toBeVisible()
  await expect(cards(page)).toHaveCount(3)
  await expect(card(page, first)).toContainText(texts.review.nudity)

  await test.step('no photo is shown, nor loaded, before the owner presses', async () => {
    expect(asked.filter((url) => url.includes(mediaName(first!)))).toEqual([])
    const show = texts.review.showPhotoBy('Grace Hopper')
    await card(page, first).getByRole('button', { name: show }).press('Enter')
    await expect(card(page, first).locator('img')).toHaveJSProperty('complete', true)
    await expect(card(page, first).locator('img[data-shown]')).toBeVisible()
    await expect(cards(page).locator('img')).toHaveCount(1)
  })

  await test.step('the one that is approved goes to the feed', async () => {
    await decide(page, first, 'approve')
    await expect(page.getByRole('heading', { name: texts.review.waiting(2) })).toBeVisible()
    await expect(card(page, first)).toHaveCount(0)
    await expect(card(page, second).getByRole('button').first()).toBeFocused()
    await expect(tile(page, first).locator('img')).toBeVisible()
    await expect(tile(viewer, first).locator('img')).toBeVisible()
  })

  await test.step('the one that is rejected is deleted', async () => {
    await decide(page, second, 'reject')
    await expect(page.getByRole('heading', { name: texts.review.waiting(1) })).toBeVisible()
    await expect(card(page, third).getByRole('button').first()).toBeFocused()
    await expect.poll(() => statusOf(venue, event, second?.id, owner)).toBe(404)
    expect(await statusOf(venue, event, third?.id, owner)).toBe('FAILEDBYNUDITY')
  })

  await test.step('the count follows what happens elsewhere', async () => {
    await addPosts(client, event, guest, 1)
    await expect(page.getByRole('heading', { name: texts.review.waiting(2) })).toBeVisible()
    await decide(page, third, 'reject')
    await expect(page.getByRole('heading', { name: texts.review.waiting(1) })).toBeVisible()
    const { body } = await client.call(api.listFlaggedPosts, {
      params: { event_hash: event.event_hash },
      token: owner.token,
    })
    const [last] = body.data as Post[]
    const params = { event_hash: event.event_hash, post_id: last?.id ?? 0 }
    await client.call(api.approvePost, { params, token: owner.token })
    await expect(strip(page)).toHaveCount(0)
    await expect(tile(page, last)).toBeVisible()
    await expect(tiles(viewer)).toHaveCount(2)
  })
})

test('home says what is to review in an Orma that was never opened here', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startReview(venue, 3)
  await enter(context, owner)
  await page.goto('/')
  await page.getByRole('link', { name: texts.news.review(3) }).click()
  await expect(page).toHaveURL(`/${event.event_hash}/review`)
})

test('all that nothing speaks against is approved with one press', async ({ page, venue }) => {
  const { event, flagged } = await openReview(page, venue, 3)
  let calls = 0
  venue.gateway.judge(({ method }) => {
    if (method === 'PUT') calls += 1
    return 'pass'
  })
  await page.getByRole('button', { name: texts.review.approveAll(3) }).click()
  const question = page.getByRole('alertdialog', { name: texts.review.approveAllQuestion(3) })
  await question.getByRole('button', { name: texts.review.approve, exact: true }).click()
  await expect(page.getByText(texts.review.empty).last()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const { id } of flagged)
    await expect.poll(() => statusOf(venue, event, id)).toBe('COMPLETED')
  expect(calls).toBe(1)
  await page.getByRole('link', { name: texts.review.toOrma }).click()
  await expect(tiles(page)).toHaveCount(3)
})
