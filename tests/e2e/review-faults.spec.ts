import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { expect, test, whenControlled } from './venue-fixtures.ts'
import { card, cards, decide, openReview, statusOf } from './review-fixtures.ts'

test.use(HEADLESS_SHELL)

// Specification: 4.28, 8.19
test('a decision that fails closes, with the error said @full', async ({ page, venue }) => {
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

// Specification: 4.27
test('what is decided offline shows at once, and is done once', async ({ page, venue }) => {
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
