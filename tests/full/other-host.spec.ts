import { expect, test as base } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { startOrma } from '../support/orma-server.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { buildRelease } from '../support/release.ts'
import { whenPicturesShown, visit } from '../e2e/offline-fixtures.ts'
import { newGuest, signIn } from '../e2e/people.ts'
import { whenControlled } from '../e2e/venue-fixtures.ts'

interface Hosts {
  /** Where the API and the photos are. */
  orma: OrmaServer
  /** Origin of the pages: another server, which knows of no Orma. */
  pages: string
}

const test = base.extend<object, { hosts: Hosts }>({
  hosts: [
    async ({}, use) => {
      const orma = await startOrma()
      const release = await buildRelease('other-host', { env: { VITE_API_HOST: orma.url } })
      const pageServer = await startOrma()
      await pageServer.restart({ root: release.root })
      // To a browser 127.0.0.1 and localhost are two sites.
      const pages = pageServer.url.replace('localhost', '127.0.0.1')
      await orma.restart({ env: { ALLOWED_ORIGINS: pages } })
      await use({ orma, pages })
      await Promise.all([pageServer.close(), orma.close()])
      await release.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** What the pages and workers of a context did that they should not. */
function watchFaults(context: BrowserContext, { orma, pages }: Hosts): string[] {
  const faults: string[] = []
  const hosts = [orma.url, pages]
  context.on('request', async (request) => {
    const { origin, pathname } = new URL(request.url())
    if (!hosts.includes(origin)) faults.push(`asked ${origin}`)
    if (origin === pages && /^\/(api|media)\//.test(pathname)) {
      faults.push(`asked the wrong host for ${pathname}`)
    }
    const { cookie } = await request.allHeaders().catch((): Record<string, string> => ({}))
    if (origin === orma.url && cookie) faults.push(`sent the cookie to ${pathname}`)
  })
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().message}`))
  context.on('console', (message) => {
    if (/Content Security Policy|CORS|Uncaught/.test(message.text())) faults.push(message.text())
  })
  return faults
}

/** Whether the newest picture of the feed lies on this device with its Orma. */
async function isNewestKept(event_hash: string): Promise<boolean> {
  const image = document.querySelector<HTMLImageElement>('li[data-post] img')
  const cacheName = `orma-images/${event_hash}`
  return image !== null && (await caches.match(image.src, { cacheName })) !== undefined
}

test('a build for an API on another host does the whole job', async ({ hosts, browser }) => {
  const { orma, pages } = hosts
  const context = await browser.newContext({ baseURL: pages })
  const faults = watchFaults(context, hosts)
  const page = await context.newPage()
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const event = await client.createOrma(owner, { name: 'Anna & Ben' })
  const makeSmall = (seed: number) => makePhoto({ width: 640, height: 480, seed })
  const add = async (seed: number) => client.upload(event, owner, await makeSmall(seed))
  await add(1)
  const form = new FormData()
  form.set('banner', new Blob([new Uint8Array(await makeSmall(2))]), 'banner.jpg')
  const params = { event_hash: event.event_hash }
  await client.call(api.updateEvent, { params, token: owner.token, form })

  await test.step('a guest signs in and adds photos, which go up by the worker', async () => {
    await page.goto(`/${event.event_hash}`)
    await expect(page.getByRole('heading', { name: 'Anna & Ben' })).toBeVisible()
    // The banner's colours are read, which of another host needs its leave.
    await expect(page.locator('html')).toHaveAttribute('style', /--accent-light/)
    await page.getByRole('link', { name: texts.event.upload }).click()
    await signIn(page, orma, newGuest('Gero Guest'))
    await expect(page).toHaveURL(/\/upload$/)
    const begun = context.waitForEvent('request', (request) => {
      return request.method() === 'POST' && request.url().endsWith('/uploads')
    })
    // One large enough to go in chunks, and one in a single call.
    const chosen = [await makePhoto({ seed: 10 }), await makeSmall(11)]
    await page
      .locator('input[type=file]')
      .setInputFiles(
        chosen.map((buffer, at) => ({ name: `${at}.jpg`, mimeType: 'image/jpeg', buffer })),
      )
    await page.getByRole('button', { name: texts.upload.uploadNow }).click()
    expect((await begun).serviceWorker()).not.toBeNull()
    await expect(page.getByText(texts.upload.shown)).toHaveCount(2, { timeout: 60_000 })
  })

  await test.step('they are in the feed, and another guest’s comes in live', async () => {
    await page.getByRole('link', { name: texts.upload.seeInFeed(2) }).click()
    await expect(page.locator('li[data-post]')).toHaveCount(3)
    await add(3)
    await expect(page.locator('li[data-post]')).toHaveCount(4)
    await whenPicturesShown(page)
    await expect.poll(() => page.evaluate(isNewestKept, event.event_hash)).toBe(true)
  })

  await test.step('a like stays, also after the page is loaded anew, with the session', async () => {
    await page.locator('li[data-post]').first().click()
    const post = page.getByRole('article').first()
    await post.getByRole('button', { name: texts.post.like, exact: true }).click()
    await expect(post.getByRole('button', { name: texts.post.unlike })).toBeVisible()
    await expect(post.getByText(texts.post.likes(1))).toBeAttached()
    await page.reload()
    await expect(post.getByRole('button', { name: texts.post.unlike })).toBeVisible()
    const download = page.waitForEvent('download')
    await post.getByRole('button', { name: texts.post.save }).click()
    expect((await download).suggestedFilename()).toMatch(/^Orma-\d+\.jpg$/)
  })

  await test.step('with a word at its door it opens by the word, photos and all', async () => {
    const closed = await client.createOrma(owner, { name: 'Behind a door', pin: 'Sunset' })
    await client.upload(closed, owner, await makeSmall(20))
    const phone = await browser.newContext({ baseURL: pages })
    const theirFaults = watchFaults(phone, hosts)
    const guest = await phone.newPage()
    await guest.goto('/')
    await whenControlled(guest)
    await guest.goto(`/${closed.event_hash}`)
    await guest.getByRole('textbox', { name: texts.door.word }).fill('sunset')
    await guest.getByRole('button', { name: texts.door.open }).click()
    await expect(guest.getByRole('heading', { name: closed.name })).toBeVisible()
    await expect(guest.locator('li[data-post]')).toHaveCount(1)
    await whenPicturesShown(guest)
    await client.upload(closed, owner, await makeSmall(21))
    await expect(guest.locator('li[data-post]')).toHaveCount(2)
    await guest.reload()
    await expect(guest.locator('li[data-post]')).toHaveCount(2)
    await whenPicturesShown(guest)
    expect(theirFaults).toEqual([])
    await phone.close()
  })

  await test.step('without a network the Orma opens again, with its photos', async () => {
    await visit(page, pages, event)
    await context.setOffline(true)
    await orma.stop()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Anna & Ben' })).toBeVisible()
    await expect(page.locator('li[data-post]')).toHaveCount(4)
    await whenPicturesShown(page)
  })

  expect(faults).toEqual([])
  await context.close()
})
