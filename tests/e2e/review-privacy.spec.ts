import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { violationsOf } from './axe.ts'
import { placesOf } from './device-search.ts'
import { openLive } from './fixtures.ts'
import { openEdit, updateAndReload } from './own-orma.ts'
import {
  card,
  cards,
  decide,
  mediaName,
  openReview,
  photoOf,
  startReview,
  statusOf,
  strip,
  tile,
  tiles,
} from './review-fixtures.ts'
import { enter, expect, test, whenControlled } from './venue-fixtures.ts'
import { api } from '../../contract/api.ts'

test.use(HEADLESS_SHELL)

// Specification: 6.11
test('nobody but author and owner sees what waits', async ({ page, context, venue, client }) => {
  const { event, owner, flagged } = await startReview(venue, 1)
  const [post] = flagged
  const name = mediaName(post!)
  const other = await client.signUp('Oskar Other')
  const path = `/${event.event_hash}`
  const answers: string[] = []
  page.on('response', (response) => {
    // A live stream has no end.
    if (response.url().endsWith('/live')) return
    void response.text().then(
      (text) => answers.push(text),
      () => undefined,
    )
  })
  for (const person of [undefined, other]) {
    await context.clearCookies()
    if (person) await enter(context, person)
    await page.goto(path)
    await whenControlled(page)
    await expect(page.getByText(texts.feed.empty)).toBeVisible()
    await expect(strip(page)).toHaveCount(0)
    await expect(tiles(page)).toHaveCount(0)
    await page.goto(`${path}/post/${post?.id}`)
    await expect(page.getByText(texts.post.notFound)).toBeVisible()
    await page.goto(`${path}/review`)
    const words = person ? texts.review.ownerOnly : texts.loginPrompt.text
    await expect(page.getByText(words)).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
  }
  expect(answers.length).toBeGreaterThan(0)
  expect(answers.filter((text) => text.includes(name))).toEqual([])
  expect(await placesOf(page, [name])).toEqual([])
  await page.getByRole('link', { name: texts.review.toOrma }).click()
  await expect(page).toHaveURL(venue.url + path)
  const refused = await fetch(`${venue.url}/media/${name}/full.jpg`)
  expect(refused.status).toBe(404)
  expect(await statusOf(venue, event, post?.id, owner)).toBe('FAILEDBYNUDITY')
})

// Specification: 2.61
test('the author reads that a photo waits, then sees it shown', async ({
  page,
  context,
  venue,
  client,
}) => {
  const { event, owner, guest, flagged } = await startReview(venue, 1)
  const [post] = flagged
  const path = `/${event.event_hash}`
  const waiting = 'Your photo is waiting for the organiser'
  await enter(context, guest)
  await page.goto(`${path}/myphotos`)
  await expect(page.getByText(waiting)).toBeVisible()
  await page.goto(`${path}/post/${post?.id}`)
  await expect(page.getByText(waiting)).toBeVisible()
  await expect(page.getByRole('button', { name: texts.review.approve })).toHaveCount(0)
  await openLive(page, path)
  await expect(tile(page, post).getByText(waiting)).toBeVisible()
  await expect(strip(page)).toHaveCount(0)
  const params = { event_hash: event.event_hash, post_id: post?.id ?? 0 }
  await client.call(api.approvePost, { params, token: owner.token })
  await expect(tile(page, post).getByText(waiting)).toHaveCount(0)
  await expect(tile(page, post).locator('img')).toBeVisible()
  await expect(tiles(page)).toHaveCount(1)
})

test('the owner sees a veiled photo large, and approves it there', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner, flagged } = await startReview(venue, 1, 'nudity')
  const [post] = flagged
  await enter(context, owner)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/${event.event_hash}`)
  await expect(strip(page)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await card(page, post)
    .getByRole('link', { name: texts.feed.photoBy('Grace Hopper') })
    .click()
  await expect(page).toHaveURL(`/${event.event_hash}/post/${post?.id}`)
  const photo = page.locator('article .post-card-photo')
  const show = photo.getByRole('button', { name: texts.review.showPhotoBy('Grace Hopper') })
  await expect(show).toBeVisible()
  await expect(photo.locator('img')).toHaveCount(0)
  await show.click()
  const large = photo.locator('img[data-shown]')
  await expect(large).toBeVisible()
  expect((await large.boundingBox())?.width).toBeGreaterThan(300)
  await page.getByRole('button', { name: texts.review.approve, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: texts.review.approveQuestion })
  await question.getByRole('button', { name: texts.review.approve, exact: true }).click()
  await expect(photo.locator('img[data-full][data-shown]')).toBeVisible()
  await expect.poll(() => statusOf(venue, event, post?.id)).toBe('COMPLETED')
})

test('a photo that only waits is not veiled @full', async ({ page, context, venue, orma }) => {
  const { event, owner, guest, flagged } = await startReview(venue, 1)
  const [post] = flagged
  addManyPosts(orma, event, guest, 1, 'FAILEDBYNUDITY')
  await enter(context, owner)
  for (const place of ['', '/review', `/post/${post?.id}`]) {
    await page.goto(`/${event.event_hash}${place}`)
    const hide = page.getByRole('button', { name: texts.review.hidePhotoBy('Grace Hopper') })
    await expect(hide.locator('img[data-shown]')).toBeVisible()
    await expect(hide).toHaveText('')
    const others = place.startsWith('/post') ? 0 : 1
    const show = page.getByRole('button', { name: texts.review.showPhotoBy('Grace Hopper') })
    await expect(show).toHaveCount(others)
    await hide.click()
    await expect(show).toHaveCount(others + 1)
  }
})

test('of what an owner looked at nothing is kept @full', async ({ page, venue }) => {
  const { event, flagged } = await openReview(page, venue, 2, 'nudity')
  const names = flagged.map(mediaName)
  await whenControlled(page)
  // Once more, so that the worker answers for the photo.
  await page.reload()
  await photoOf(page, flagged[0]).click()
  await expect(card(page, flagged[0]).locator('img[data-shown]')).toBeVisible()
  const answer = 'orma-kept/answers'
  await expect.poll(() => placesOf(page, names)).not.toEqual([])
  const places = await placesOf(page, names)
  expect(places.filter((place) => !place.startsWith(answer))).toEqual([])
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.signOut }).click()
  await expect(
    page.getByRole('heading', { name: texts.home.welcome(texts.home.guest) }),
  ).toBeVisible()
  await expect.poll(() => placesOf(page, names)).toEqual([])
  await page.goto(`/${event.event_hash}/post/${flagged[0]?.id}`)
  await expect(page.getByText(texts.post.notFound)).toBeVisible()
})

test('the organiser has every photo wait, and turns that off @full', async ({
  page,
  context,
  venue,
  client,
}) => {
  const { event, owner, flagged } = await startReview(venue, 2)
  const path = `/${event.event_hash}`
  await enter(context, owner)
  const review = page.getByRole('checkbox', { name: texts.edit.reviewAll })
  await openEdit(page, path)
  await expect(review).toBeChecked()
  await expect(page.getByText(texts.edit.stillWaiting(2))).toHaveCount(0)
  await review.uncheck()
  await expect(page.getByText(texts.edit.stillWaiting(2))).toBeVisible()
  await updateAndReload(page)
  await expect(page.getByRole('heading', { name: texts.review.waiting(2) })).toBeVisible()
  await test.step('nowhere is it said then that every photo is looked at', async () => {
    await expect(card(page, flagged[0])).toContainText(texts.review.wasReview)
    for (const place of ['review', `post/${flagged[0]?.id}`]) {
      await page.goto(`${path}/${place}`)
      await expect(page.getByText(texts.review.wasReview).first()).toBeVisible()
      await expect(page.getByText(texts.review.review)).toHaveCount(0)
    }
  })
  const params = { event_hash: event.event_hash }
  const { body } = await client.call(api.getEvent, { params, token: owner.token })
  expect(body.event.reviewAll).toBe(false)
  for (const { id } of flagged) await expect.poll(() => statusOf(venue, event, id)).toBe(404)

  await openEdit(page, path)
  await review.check()
  await updateAndReload(page)
  const again = await client.call(api.getEvent, { params, token: owner.token })
  expect(again.body.event.reviewAll).toBe(true)
  await decide(page, flagged[0], 'approve')
  await expect(tile(page, flagged[0])).toBeVisible()
})
