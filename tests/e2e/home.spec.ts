import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { ORMAS_WITHOUT_SEARCH } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { toForm } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { enter, expect, openOrma, test } from './fixtures.ts'

test.use(WITHOUT_WORKER)

const cardsOf = (page: Page, list: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem')

// Specification: 1.1, 2.1, 2.4, 5.8
test('home greets a guest and says that there is nothing to show yet', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome, Guest' })).toBeVisible()
  await expect(page.getByText('moments into memories', { exact: true })).toBeVisible()
  await expect(page.getByText(texts.home.empty)).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/users/'))).toEqual([])
  await expect(page.getByRole('link', { name: texts.home.create })).toBeVisible()
  await page.getByRole('link', { name: texts.settings.title, exact: true }).click()
  await expect(page).toHaveURL('/settings')
})

// Specification: 2.2, 2.3, 3.17, 4.5, 6.1
test('home shows a guest what was visited here, the latest first', async ({
  page,
  orma,
  client,
  owner,
}) => {
  const first = await client.createOrma(owner, { name: 'First', event_date: '2026-06-05' })
  const second = await client.createOrma(owner, { name: 'Second', event_date: '2026-12-31' })
  for (const event of [first, second, first]) await openOrma(page, event)
  await page.goto('/')
  await expect(cardsOf(page, texts.home.visited)).toHaveText([
    /Second\s*December 31, 2026/,
    /First\s*June 5, 2026/,
  ])
  await expect(cardsOf(page, texts.home.mine)).toHaveCount(0)
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('recent_ormas') ?? ''))
  expect(stored.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id])
  await cardsOf(page, texts.home.visited).first().getByRole('link').click()
  await expect(page).toHaveURL(`${orma.url}/${second.event_hash}`)
})

test('home says what others added since the last visit', async ({
  page,
  orma,
  party,
  addPhotos,
}) => {
  await addPhotos(1, party.guest)
  await openOrma(page, party.event)
  await expect(page.locator('li[data-post]')).toHaveCount(1)
  await page.goto(`${orma.url}/`)
  const card = cardsOf(page, texts.home.visited).first()
  await expect(card).toContainText(party.event.name)
  await addPhotos(2, party.guest)
  await page.reload()
  await expect(card.getByText(texts.news.since(2, false), { exact: true })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})

// Specification: 2.1, 2.2
test('home greets by name and shows owned and visited Ormas', async ({
  page,
  context,
  client,
  owner,
  guest,
}) => {
  const own = await client.createOrma(owner, { name: 'Mine' })
  const form = toForm({})
  form.set('profile_image', new Blob([await readFile('docs/orma.jpg')]), 'us.jpg')
  const params = { event_hash: own.event_hash }
  await client.call(api.updateEvent, { params, form, token: owner.token })
  const other = await client.createOrma(guest, { name: 'Of others' })
  await client.call(api.markViewed, { json: { event_hash: other.event_hash }, token: owner.token })
  await enter(context, owner)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome, Olga Owner' })).toBeVisible()
  await expect(cardsOf(page, texts.home.mine)).toHaveText([new RegExp(own.name)])
  const picture = cardsOf(page, texts.home.mine).locator('img')
  await expect
    .poll(() => picture.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
    .toBeGreaterThan(0)
  await expect(cardsOf(page, texts.home.visited)).toHaveText([new RegExp(other.name)])
})

// Specification: 6.4
test('what was visited as a guest stays listed, and is told of once signed in', async ({
  page,
  context,
  client,
  owner,
  guest,
}) => {
  const again = await client.createOrma(owner, { name: 'Visited again' })
  const once = await client.createOrma(owner, { name: 'Visited once' })
  for (const event of [again, once]) await openOrma(page, event)
  await enter(context, guest)
  await openOrma(page, again)
  await expect
    .poll(async () => (await client.call(api.listRecentlyViewed, guest)).body.recentlyViewed[0])
    .toMatchObject({ Event: { name: 'Visited again' } })
  await page.goto('/')
  await expect(cardsOf(page, texts.home.visited)).toHaveText([/Visited again/, /Visited once/])
})

// Specification: 2.10
test('My Ormas can be searched by name once there are nine', async ({
  page,
  context,
  client,
  owner,
  guest,
}) => {
  for (let count = 0; count < ORMAS_WITHOUT_SEARCH; count += 1) {
    await client.createOrma(owner, { name: `Evening ${count}` })
  }
  await enter(context, owner)
  const search = page.getByLabel(texts.home.search)
  await page.goto('/myormas')
  await expect(page.getByRole('heading', { name: texts.home.mine, level: 1 })).toBeVisible()
  await expect(cardsOf(page, texts.home.mine)).toHaveCount(ORMAS_WITHOUT_SEARCH)
  await expect(search).toHaveCount(0)

  await openOrma(page, await client.createOrma(guest, { name: 'Zoë' }))
  await page.goto('/myormas')
  await expect(cardsOf(page, texts.home.visited)).toHaveCount(1)
  await search.fill('zoe')
  await expect(cardsOf(page, texts.home.visited)).toHaveText([/Zoë/])
  await expect(cardsOf(page, texts.home.mine)).toHaveCount(0)
  await expect(page.getByText(texts.home.empty)).toHaveCount(1)
  await search.fill('evening 3')
  await expect(cardsOf(page, texts.home.mine)).toHaveText([/Evening 3/])
  expect(await violationsOf(page)).toEqual([])
})
