import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { expect, signIn, test, whenControlled } from './venue-fixtures.ts'
import {
  card,
  cards,
  decide,
  openReview,
  photoOf,
  startReview,
  statusOf,
} from './review-fixtures.ts'

test.use(HEADLESS_SHELL)

test('a photo that could not be loaded while there was no network is shown when there is one @full', async ({
  page,
  venue,
}) => {
  const { flagged } = await openReview(page, venue, 1, 'nudity')
  const photo = photoOf(page, flagged[0])
  await expect(photo).toBeVisible()
  venue.relay.set({ refuse: true })
  await photo.click()
  await expect(photo.getByText(texts.review.cannotShow)).toBeVisible()
  venue.relay.heal()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(photo.locator('img[data-shown]')).toBeVisible()
})

test('where approving or rejecting fails, the question closes, the list stays as it was, and the error is said', async ({
  page,
  venue,
}) => {
  const { event, owner, flagged } = await openReview(page, venue, 2)
  await expect(cards(page)).toHaveCount(2)
  venue.gateway.judge(({ method }) => (method === 'GET' ? 'pass' : { status: 500 }))
  await decide(page, flagged[0], 'approve')
  const alert = page.getByRole('alertdialog', { name: 'Error approving post' })
  await expect(alert).toBeVisible()
  await alert.getByRole('button').press('Enter')
  await expect(cards(page)).toHaveCount(2)
  await decide(page, flagged[1], 'reject')
  await expect(page.getByRole('alertdialog', { name: /^Error:/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cards(page)).toHaveCount(2)
  venue.heal()
  await page.reload()
  await expect(cards(page)).toHaveCount(2)
  for (const { id } of flagged) {
    expect(await statusOf(venue, event, id, owner)).toBe('FAILEDBYNUDITY')
  }
})

test('a list that cannot be had says ‘Error fetching flagged posts’, and comes when asked for again @full', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startReview(venue, 1)
  await signIn(context, venue, owner)
  venue.gateway.judge(({ path }) =>
    path.endsWith('/getfailedbynudity') ? { status: 403 } : 'pass',
  )
  await page.goto(`/${event.event_hash}/review`)
  await expect(page.getByText('Error fetching flagged posts')).toBeVisible()
  venue.heal()
  await page.getByRole('button', { name: texts.common.retry }).click()
  await expect(cards(page)).toHaveCount(1)
})

test('a photo whose address holds no more is shown from a new one @full', async ({
  page,
  venue,
}) => {
  const { flagged } = await openReview(page, venue, 1, 'nudity')
  const [post] = flagged
  const photo = photoOf(page, post)
  let isOver = false
  const asked: string[] = []
  venue.gateway.judge(({ path, search }) => {
    if (!path.startsWith('/media/')) return 'pass'
    asked.push(search)
    const isFirst = asked.length === 1 || isOver
    return isFirst ? { status: 404 } : 'pass'
  })
  await photo.click()
  await expect(photo.locator('img[data-shown]')).toBeVisible()
  expect(new Set(asked).size).toBe(2)

  await photo.click()
  await expect(photo.locator('img')).toHaveCount(0)
  isOver = true
  await photo.click()
  await expect(photo.getByText(texts.review.cannotShow)).toBeVisible()
  // The one it had, which does not hold either, and one more.
  await expect.poll(() => new Set(asked).size).toBe(3)
})

test('what is decided without a network is so here at once, after a reload too, and is done once when it is back', async ({
  page,
  venue,
}) => {
  const { event, owner, flagged } = await openReview(page, venue, 3)
  const [first, second, third] = flagged
  await whenControlled(page)
  await expect(cards(page)).toHaveCount(3)
  const writes: string[] = []
  venue.gateway.judge(({ method, path }) => {
    if (method !== 'GET' && path.includes('/events/')) writes.push(`${method} ${path}`)
    return 'pass'
  })
  venue.relay.set({ refuse: true })
  await decide(page, first, 'approve')
  await decide(page, second, 'reject')
  const isDecided = async () => {
    await expect(card(page, third)).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await expect(page.getByText(texts.review.queued(2))).toBeVisible()
  }
  await isDecided()
  await page.reload()
  await isDecided()
  expect(await statusOf(venue, event, first?.id, owner)).toBe('FAILEDBYNUDITY')

  // Nobody looks while it is sent.
  await page.goto('/privacy')
  venue.relay.heal()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => statusOf(venue, event, first?.id)).toBe('COMPLETED')
  await expect.poll(() => statusOf(venue, event, second?.id, owner)).toBe(404)
  await page.goto(`/${event.event_hash}/review`)
  await expect(card(page, third)).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByText(texts.review.queued(2))).toHaveCount(0)
  const ofPosts = writes.filter((line) => /getfailedbynudity|DELETE/.test(line))
  expect(ofPosts.toSorted()).toEqual([
    `DELETE /api/events/${event.event_hash}/post/${second?.id}`,
    `PUT /api/events/${event.event_hash}/getfailedbynudity/${first?.id}`,
  ])
})

test('an approval that waited is taken back with a word where the server refuses it @full', async ({
  page,
  venue,
}) => {
  const { flagged } = await openReview(page, venue, 2)
  const [first] = flagged
  await whenControlled(page)
  await expect(cards(page)).toHaveCount(2)
  venue.relay.set({ refuse: true })
  await decide(page, first, 'approve')
  await expect(card(page, first)).toHaveCount(0)
  venue.gateway.judge(({ method }) => (method === 'PUT' ? { status: 403 } : 'pass'))
  venue.relay.heal()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('alertdialog', { name: texts.review.approveRefused })).toBeVisible()
  await expect(card(page, first)).toHaveCount(1)
})
