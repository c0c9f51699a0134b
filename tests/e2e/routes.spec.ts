import type { Locator, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { DEFAULT_PRODUCT } from '../../contract/routes.ts'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { enter, expect, holdRequests, test } from './fixtures.ts'

/** An address of the specification's table (section 2), and what tells its screen from all others. */
interface Route {
  address: string
  screen: (page: Page) => Locator
}

const title = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true })
const text = (words: string) => (page: Page) => page.getByText(words, { exact: true })
const OPTION = 'verify=true&name=true&request_id=r1&phone=12135550187&email=true'

const APP_ROUTES: Route[] = [
  { address: '/', screen: title(texts.home.welcome(texts.home.guest)) },
  { address: '/login', screen: title(texts.login.title) },
  { address: `/login/${OPTION}`, screen: title(texts.login.codeTitle) },
  { address: '/login/verify=true&name=true', screen: title(texts.login.title) },
  { address: '/myormas', screen: title(texts.home.mine) },
  { address: '/settings', screen: title(texts.settings.title) },
  { address: '/getapp', screen: title(texts.install.title) },
  { address: '/seating_chart', screen: title(texts.seating.title) },
  { address: '/sample', screen: title(texts.sample.title) },
  { address: '/sample/post/1', screen: (page) => page.getByRole('article').first() },
  { address: '/sample/post/99', screen: text(texts.notFound.text) },
  { address: '/sample/highlights/film', screen: text(texts.highlights.mobileOnly) },
  { address: '/terms', screen: title(texts.login.terms) },
  { address: '/privacy', screen: title(texts.login.privacy) },
  { address: '/404', screen: text(texts.notFound.text) },
  { address: '/nowhere', screen: text(texts.notFound.text) },
  { address: '/nowhere/at/all', screen: text(texts.notFound.text) },
]
/** Below `/{event_hash}`, of an Orma that is called like this and has one photo; two that differ in their hash alone are apart. */
const NAME = 'Anna & Ben'
const ORMA_ROUTES: Route[] = [
  { address: '', screen: (page) => page.getByRole('link', { name: texts.event.upload }) },
  { address: '/login', screen: title(texts.login.title) },
  { address: `/login/${OPTION}`, screen: title(texts.login.codeTitle) },
  { address: '#timeline', screen: text(texts.install.continueInWeb) },
  { address: '/splash-screen', screen: text(texts.splash.tryNow) },
  { address: '/slideshow', screen: text(texts.slideshow.start) },
  {
    address: '/slideshow/select_img_slideshow',
    screen: text(texts.slideshow.selectHint),
  },
  { address: '/post/{post}', screen: (page) => page.getByRole('article') },
  { address: '/post', screen: title(texts.post.invalidUrl) },
  { address: `#${DEFAULT_PRODUCT.slug}`, screen: text('Jun 14, 2026') },
  { address: '/highlights/2026-06-14', screen: text(texts.highlights.mobileOnly) },
  { address: '/memories/viewall', screen: title(texts.timeline.memories) },
  { address: '/timeslot/2026-06-14T20', screen: (page) => page.locator('li[data-post]') },
  { address: '/upload', screen: title(texts.upload.title) },
]
/** Below `/{event_hash}`, where there is nothing. */
const NO_ROUTES = [
  '/nonsense',
  '/memories',
  '/timeslot',
  '/timeslot/garbage',
  '/highlights',
  '/post/1/more',
  '/slideshow/more',
]
const GUARDED_ROUTES: Route[] = [
  { address: '/profile', screen: title(texts.profile.title) },
  { address: '/create/orma', screen: title(texts.create.title) },
]

/** Opens an address as from a link. */
async function expectCold(page: Page, { address, screen }: Route): Promise<void> {
  await page.goto(address)
  await expect(screen(page), address).toBeVisible()
  expect(new URL(page.url()).href).toBe(new URL(address, page.url()).href)
}

test.use({ ...HEADLESS_SHELL, viewport: { width: 1440, height: 900 } })

// Specification: 2.5, 2.12, 2.14, 2.15, 2.25, 2.33, 2.106
test('every address of the app opens to its own screen @full', async ({ page }) => {
  for (const route of APP_ROUTES) await expectCold(page, route)
})

// Specification: 2.6, 2.16, 2.17, 2.18, 2.19, 2.20, 2.21, 2.22, 2.25, 5.20, 6.1, 6.12
test('every address of an Orma opens to its own screen', async ({ page, orma, client, owner }) => {
  const event = await client.createOrma(owner, { name: NAME })
  addManyPosts(orma, event, owner, 1)
  const params = { event_hash: event.event_hash, page: 1 }
  const { body: posts } = await client.call(api.listPosts, { params })
  for (const { address, screen } of ORMA_ROUTES) {
    const path = `/${event.event_hash}${address.replace('{post}', posts[0].id)}`
    await expectCold(page, { address: path, screen })
  }
})

// Specification: 2.15
test('an address below an Orma that is no screen is not found', async ({ page, client }) => {
  const { event_hash } = await client.createOrma(await client.signUp('Olga Owner'), { name: NAME })
  for (const address of NO_ROUTES) {
    const path = `/${event_hash}${address}`
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(200)
    await expect(text(texts.notFound.text)(page), path).toBeVisible()
    await expect(page.getByRole('banner'), path).toHaveCount(1)
    await expect(title(NAME)(page), path).toHaveCount(0)
    await expect(page).toHaveURL(path)
  }
})

// Specification: 2.8, 2.9, 2.24, 6.13
test('a guest finds the login in place of profile and create', async ({
  page,
  context,
  client,
}) => {
  await page.goto('/terms')
  for (const { address } of GUARDED_ROUTES) {
    await page.goto(address)
    await expect(title(texts.login.title)(page)).toBeVisible()
    await expect(page).toHaveURL('/login')
    await page.goBack()
    await expect(page).toHaveURL('/terms')
  }
  const { token } = await client.signUp('Ada Lovelace')
  await enter(context, { token })
  for (const route of GUARDED_ROUTES) await expectCold(page, route)
})

test.describe('the guard', () => {
  test.use({ serviceWorkers: 'block' })

  // Specification: 2.23, 4.1
  test('a guarded page shows a spinner until the session is known', async ({
    page,
    context,
    orma,
    client,
  }) => {
    const { token } = await client.signUp('Ada Lovelace')
    for (const [stored, screen] of [
      [token, texts.profile.title],
      ['ended', texts.login.title],
    ] as const) {
      await context.addCookies([{ name: TOKEN_COOKIE, value: stored, url: orma.url }])
      const check = await holdRequests(page, '**/users/verify')
      await page.goto('/profile')
      await expect(page.getByRole('progressbar', { name: texts.common.loading })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
      check()
      await expect(title(screen)(page)).toBeVisible()
      await page.unroute('**/users/verify')
    }
  })
})

// Specification: 2.49
test('the tabs of an Orma follow the address', async ({ page, event }) => {
  const { event_hash } = event
  const tab = (name: string) => page.getByRole('link', { name, exact: true })
  await page.goto(`/${event_hash}`)
  await expect(tab(texts.event.liveFeed)).toHaveAttribute('aria-current')
  await tab(DEFAULT_PRODUCT.name).click()
  await expect(page).toHaveURL(`/${event_hash}#timeline`)
  await expect(tab(DEFAULT_PRODUCT.name)).toHaveAttribute('aria-current')
  await page.getByRole('button', { name: texts.install.continueInWeb }).click()
  await tab(texts.event.liveFeed).click()
  await expect(page).toHaveURL(`/${event_hash}`)
  await page.goBack()
  await expect(tab(DEFAULT_PRODUCT.name)).toHaveAttribute('aria-current')
})
