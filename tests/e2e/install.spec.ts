import type { CDPSession, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { toForm } from '../support/api-client.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { addPosts, visit, whenPicturesShown } from './offline-fixtures.ts'
import { enter } from './fixtures.ts'
import { expect, test } from './profile-fixtures.ts'

test('U6: an Orma is an app of its own, elsewhere the product', async ({
  profile,
  orma,
  client,
  owner,
}) => {
  const event = await createPictured(client, owner, 'Anna & Ben in the garden')
  const plain = await client.createOrma(owner, { name: 'Picnic' })
  await enter(profile, owner)
  const page = await profile.newPage()

  const places: [path: string, app: App][] = [
    [`/${event.event_hash}`, { id: `/${event.event_hash}`, name: event.name }],
    [`/${plain.event_hash}/upload`, { id: `/${plain.event_hash}`, name: plain.name }],
    ['/', { id: '/', name: texts.product.name }],
  ]
  for (const [path, app] of places) {
    const html = await open(page, orma, path)
    await expectApp(page, app)
    expectOneManifest(html, app, owner)
    const manifest = await page.evaluate(
      async (href) => (await fetch(href)).text(),
      manifestPath(app.id),
    )
    expect(manifest).toContain(`"${app.id}"`)
    expect(manifest).not.toContain(owner.token)
  }

  await orma.stop()
  for (const [path, app] of places) {
    const html = await (await page.goto(orma.url + path))?.text()
    await expectApp(page, app)
    expectOneManifest(html ?? '', app, owner)
    expect(html).toContain(app.id === '/' ? '<title>Orma</title>' : ' · Orma</title>')
  }
  await orma.restart()
})

test('a page that goes to another Orma names the other one @full', async ({
  profile,
  orma,
  client,
  owner,
}) => {
  const event = await createPictured(client, owner, 'Anna & Ben')
  const page = await profile.newPage()
  await open(page, orma, `/${event.event_hash}`)
  await page.getByRole('link', { name: texts.common.home }).click()
  await expect(page).toHaveURL(`${orma.url}/`)
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest')

  await page.getByRole('link', { name: event.name }).click()
  const manifest = `/${event.event_hash}/manifest.webmanifest`
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', manifest)
  await expect(page.locator('link[rel=apple-touch-icon]')).toHaveAttribute('href', /-192\.png$/)
  await expectApp(page, { id: `/${event.event_hash}`, name: event.name })
})

test('product and two Ormas are installed beside each other @full', async ({
  profile,
  orma,
  client,
  owner,
}) => {
  const pictured = await createPictured(client, owner, 'Anna & Ben')
  const plain = await client.createOrma(owner, { name: 'Picnic' })
  const apps = ['/', `/${pictured.event_hash}`, `/${plain.event_hash}`]
  for (const path of apps) {
    const page = await profile.newPage()
    await open(page, orma, path)
    const launch = await installApp(page, orma.url + path)
    const app = await launch()
    await expect(app).toHaveURL(orma.url + path)
    await expect(app.locator('h1').first()).toBeVisible()
    expect(await app.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
    await app.close()
    await page.close()
  }
})

test('U7: an icon opened offline after 8 days shows its Orma @full', async ({
  profile,
  orma,
  client,
  owner,
}) => {
  const event = await createPictured(client, owner, 'Anna & Ben')
  await addPosts(client, event, owner, 2)
  await enter(profile, owner)
  const page = await profile.newPage()
  await visit(page, orma.url, event)
  const launch = await installApp(page, `${orma.url}/${event.event_hash}`)

  await orma.stop()
  await profile.clearCookies()
  await profile.clock.install({ time: Date.now() + 8 * 24 * 60 * 60_000 })
  const app = await launch()
  await expect(app.locator('h1').first()).toHaveText(event.name)
  await expect(app.locator('li[data-post] img')).toHaveCount(2)
  await whenPicturesShown(app)
  expect(await app.evaluate(() => Date.now())).toBeGreaterThan(Date.now() + 7 * 24 * 60 * 60_000)
  await expect(app.getByText(texts.loginPrompt.text)).toBeHidden()
  await app.locator('li[data-post] a').first().click()
  await app.getByRole('button', { name: texts.post.like }).first().click()
  await expect(app.getByText(texts.loginPrompt.text)).toBeVisible()
  await app.close()
  await orma.restart()
})

async function createPictured(client: ApiClient, owner: Person, name: string): Promise<Event> {
  const form = toForm({ name, event_date: new Date().toISOString().slice(0, 10) })
  const picture = await makePhoto({ width: 400, height: 300 })
  form.set('profile_image', new Blob([new Uint8Array(picture)]), 'us.jpg')
  const { body } = await client.call(api.createEvent, { token: owner.token, form })
  return body.event as Event
}

/** Opens a page and waits until the worker has what it needs to open it again without a network. */
async function open(page: Page, orma: OrmaServer, path: string): Promise<string> {
  const response = await page.goto(orma.url + path)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  await page.waitForFunction(
    async (href) => href === '/manifest.webmanifest' || (await caches.match(href)) !== undefined,
    (await page.locator('link[rel=manifest]').getAttribute('href')) ?? '',
  )
  return (await response?.text()) ?? ''
}

/** Installs what the page is of; gives what its icon does. */
async function installApp(page: Page, manifestId: string): Promise<() => Promise<Page>> {
  const { send } = await protocol(page)
  await send('PWA.install', { manifestId })
  await send('PWA.changeAppUserSettings', { manifestId, displayMode: 'standalone' })
  return async () => {
    const opened = page.context().waitForEvent('page')
    await send('PWA.launch', { manifestId })
    return opened
  }
}

interface App {
  id: string
  name: string
}

/** What the browser takes the page for. */
async function expectApp(page: Page, { id, name }: App): Promise<void> {
  const { origin } = new URL(page.url())
  const { send } = await protocol(page)
  await expect
    .poll(async () => {
      const { url, data, errors } = await send('Page.getAppManifest')
      const { id: readId, name: readName, start_url } = JSON.parse(data || '{}') as Manifest
      const { appId } = await send('Page.getAppId')
      const { installabilityErrors } = await send('Page.getInstallabilityErrors')
      const app = { id: readId, name: readName, start_url, appId }
      return { url, errors: [...errors, ...installabilityErrors], ...app }
    })
    .toEqual({
      url: origin + manifestPath(id),
      errors: [],
      id,
      name,
      start_url: id,
      appId: origin + id,
    })
}

function expectOneManifest(html: string, { id }: App, { token }: Person): void {
  expect(html.match(/<link rel="manifest"[^>]*>/g)).toEqual([
    `<link rel="manifest" href="${manifestPath(id)}" />`,
  ])
  expect(html).not.toContain(token)
}

function manifestPath(id: string): string {
  return `${id === '/' ? '' : id}/manifest.webmanifest`
}

interface Manifest {
  id: string
  name: string
  start_url: string
}

// oxlint-disable-next-line typescript/no-explicit-any -- the protocol has more commands than its types
type Send = (method: string, params?: object) => Promise<any>

async function protocol(page: Page): Promise<{ send: Send }> {
  const session: CDPSession = await page.context().newCDPSession(page)
  return { send: (method, params) => (session as unknown as { send: Send }).send(method, params) }
}
