import { displayDay } from '../../contract/display-day.ts'
import { texts } from '../../contract/texts.ts'
import { SEAT_MATES } from '../../contract/texts/home-texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { toForm } from '../support/api-client.ts'
import { api } from '../../contract/api.ts'
import { makePhoto } from '../support/photos.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use(HEADLESS_SHELL)

const SEATS = 'https://example.com/seats'

// Specification: 2.17, 2.101, 2.103
test('the splash page shows picture, name and date, and leads to the Orma', async ({
  page,
  orma,
  client,
  owner,
}) => {
  const event = await client.createOrma(owner, { event_date: '2026-06-20', seating_url: SEATS })
  const params = { event_hash: event.event_hash }
  const form = toForm({})
  const picture = await makePhoto({ width: 400, height: 400 })
  form.set('profile_image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'p.jpg')
  await client.call(api.updateEvent, { params, form, token: owner.token })

  await page.goto(`/${event.event_hash}/splash-screen`)
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await expect(page.getByText(displayDay('2026-06-20'))).toBeVisible()
  await expect(page.getByText(texts.splash.invitation)).toBeVisible()
  await expect(page.locator('main img')).toBeVisible()
  await expect(page.getByRole('link', { name: texts.splash.findSeat })).toHaveAttribute(
    'href',
    SEATS,
  )
  const year = await page.evaluate(() => new Date().getFullYear())
  await expect(page.getByRole('contentinfo')).toHaveText(texts.splash.footer(year))
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: texts.splash.tryNow }).click()
  await expect(page).toHaveURL(`${orma.url}/${event.event_hash}`)
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
})

// Specification: 2.102
test('a seat is offered only where there is a seating chart', async ({ page, path }) => {
  await page.goto(`${path}/splash-screen`)
  await expect(page.getByRole('link', { name: texts.splash.tryNow })).toBeVisible()
  await expect(page.getByRole('link', { name: texts.splash.findSeat })).toHaveCount(0)
  await expect(page.locator('main img')).toHaveCount(0)
})

// Specification: 2.14, 2.104
test('the sample seating chart is searched by name @full', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url())
  })
  await page.goto('/seating_chart')
  await expect(page.getByRole('heading', { name: texts.seating.title })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(SEAT_MATES.length + 1)
  expect(await violationsOf(page)).toEqual([])
  await page.getByPlaceholder(texts.seating.search).fill('sofia')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('cell', { name: 'Sofia Moretti' })).toBeVisible()
  await page.getByPlaceholder(texts.seating.search).fill('nobody')
  await expect(page.getByText(texts.seating.nobody)).toBeVisible()
  expect(calls).toEqual([])
})
