import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { ORMAS_WITHOUT_SEARCH } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient, toForm } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use(WITHOUT_WORKER)

const cardsOf = (page: Page, list: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem')

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

test('home shows a guest the Ormas visited on this device, the latest found first, each once', async ({
  page,
  orma,
}) => {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const first = await client.createOrma(owner, { name: 'First', event_date: '2026-06-05' })
  const second = await client.createOrma(owner, { name: 'Second', event_date: '2026-12-31' })
  for (const { event_hash, name } of [first, second, first]) {
    await page.goto(`/${event_hash}`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByRole('navigation', { name: texts.event.tabs })).toBeVisible()
  }
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

test('home greets by name and shows what one owns and what one visited on other devices', async ({
  page,
  context,
  orma,
}) => {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const own = await client.createOrma(owner, { name: 'Mine' })
  const form = toForm({})
  form.set('profile_image', new Blob([await readFile('docs/orma.jpg')]), 'us.jpg')
  const params = { event_hash: own.event_hash }
  await client.call(api.updateEvent, { params, form, token: owner.token })
  const other = await client.createOrma(await client.signUp('Otto'), { name: 'Of others' })
  await client.call(api.markViewed, { json: { event_hash: other.event_hash }, token: owner.token })
  await context.addCookies([{ name: 'token', value: owner.token, url: orma.url }])
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome, Olga Owner' })).toBeVisible()
  await expect(cardsOf(page, texts.home.mine)).toHaveText([new RegExp(own.name)])
  const picture = cardsOf(page, texts.home.mine).locator('img')
  await expect
    .poll(() => picture.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
    .toBeGreaterThan(0)
  await expect(cardsOf(page, texts.home.visited)).toHaveText([new RegExp(other.name)])
})

test('home calls nobody a guest who is signed in, also before it knows who that is @full', async ({
  page,
  context,
  orma,
}) => {
  const owner = await createApiClient(orma).signUp('Olga Owner')
  await context.addCookies([{ name: 'token', value: owner.token, url: orma.url }])
  await page.addInitScript(() => {
    const greetings = new Set<string>()
    Object.assign(window, { greetings })
    new MutationObserver(() => {
      const greeting = document.querySelector('h1')?.textContent?.trim()
      if (greeting) greetings.add(greeting)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome, Olga Owner' })).toBeVisible()
  const greetings = await page.evaluate(() => [
    ...(window as unknown as { greetings: Set<string> }).greetings,
  ])
  expect(greetings).toEqual(['Welcome, Olga Owner'])
})

test('what was visited as a guest is listed by its last visit as soon as one has signed in', async ({
  page,
  context,
  orma,
}) => {
  const client = createApiClient(orma)
  const guest = await client.signUp('Gus Guest')
  const again = await client.createOrma(guest, { name: 'Visited again' })
  const once = await client.createOrma(guest, { name: 'Visited once' })
  for (const { event_hash, name } of [again, once, again]) {
    await page.goto(`/${event_hash}`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByRole('navigation', { name: texts.event.tabs })).toBeVisible()
  }
  await context.addCookies([{ name: 'token', value: guest.token, url: orma.url }])
  // The list is asked for before the server has heard of the visits.
  const isListed = page.waitForResponse('**/users/getRecentlyViewed')
  await page.route('**/users/updateRecentlyViewed', async (route) => {
    await isListed
    await route.continue()
  })
  await page.goto('/')
  await expect(cardsOf(page, texts.home.visited)).toHaveText([/Visited again/, /Visited once/])
})

test('an Orma visited elsewhere meanwhile comes in sight at the start of its row @full', async ({
  page,
  context,
  orma,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const client = createApiClient(orma)
  const guest = await client.signUp('Gus Guest')
  for (const name of ['First', 'Second', 'Third']) {
    const { event_hash } = await client.createOrma(guest, { name })
    await page.goto(`/${event_hash}`)
    await expect(page.getByRole('navigation', { name: texts.event.tabs })).toBeVisible()
  }
  await context.addCookies([{ name: 'token', value: guest.token, url: orma.url }])
  await page.goto('/')
  const listed = async () =>
    (await client.call(api.listRecentlyViewed, { token: guest.token })).body.recentlyViewed
  await expect.poll(listed).toHaveLength(3)
  const { event_hash } = await client.createOrma(guest, { name: 'Fourth' })
  await client.call(api.markViewed, { json: { event_hash }, token: guest.token })
  const visited = cardsOf(page, texts.home.visited)
  // What this device remembers is shown until the server has answered.
  await page.route('**/users/getRecentlyViewed', async (route) => {
    await expect(visited.filter({ hasText: 'Third' })).toBeInViewport()
    await route.continue()
  })
  await page.goto('/')
  await expect(visited).toHaveCount(4)
  await expect(visited.first()).toBeInViewport({ ratio: 1 })
})

test('a name of one long word stays within its card @full', async ({ page, context, orma }) => {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  await client.createOrma(owner, { name: 'Donaudampfschifffahrtsgesellschaftskapitän' })
  await context.addCookies([{ name: 'token', value: owner.token, url: orma.url }])
  await page.goto('/')
  const card = cardsOf(page, texts.home.mine).getByRole('link')
  await expect(card).toBeVisible()
  expect(await card.evaluate((link) => link.scrollWidth - link.clientWidth)).toBe(0)
})

test('My Ormas shows both lists, to be searched by name once they are more than eight', async ({
  page,
  context,
  orma,
}) => {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  for (let count = 0; count < ORMAS_WITHOUT_SEARCH; count += 1) {
    await client.createOrma(owner, { name: `Evening ${count}` })
  }
  await context.addCookies([{ name: 'token', value: owner.token, url: orma.url }])
  const search = page.getByLabel(texts.home.search)
  await page.goto('/myormas')
  await expect(page.getByRole('heading', { name: texts.home.mine, level: 1 })).toBeVisible()
  await expect(cardsOf(page, texts.home.mine)).toHaveCount(ORMAS_WITHOUT_SEARCH)
  await expect(search).toHaveCount(0)

  const { event_hash, name } = await client.createOrma(await client.signUp('Otto'), { name: 'Zoë' })
  await page.goto(`/${event_hash}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByRole('navigation', { name: texts.event.tabs })).toBeVisible()
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
