import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, request as requestOf } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { makeVideo } from '../support/make-video.ts'
import { startOrma } from '../support/orma-server.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { findSwift, s3Environment, startS3Server } from '../support/s3-server.ts'
import { sendVideo } from '../support/send-video.ts'
import { downloadOrma } from '../e2e/download-fixtures.ts'
import { visit, whenPicturesShown } from '../e2e/offline-fixtures.ts'
import { updateWorker } from '../e2e/release-fixtures.ts'

interface Parts {
  orma: OrmaServer
  /** The bucket as browsers reach it. */
  store: PublicStore
}

const test = base.extend<{ parts: Parts }>({
  parts: [
    async ({}, use, info) => {
      info.skip(!findSwift(), 'no Swift on this machine, and no way to fetch it')
      const s3 = await startS3Server()
      const store = await startPublicStore(() => s3.port)
      const env = { ...s3Environment(await s3.makeBucket()), S3_PUBLIC_URL: store.origin }
      const orma = await startOrma({ env })
      await use({ orma, store })
      await orma.close()
      await store.close()
      await s3.stop()
    },
    { timeout: 300_000 },
  ],
})

/** Violations of the content security policy, answers that may not be read, errors that nobody caught. */
function watchFaults(context: BrowserContext): string[] {
  const faults: string[] = []
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().message}`))
  context.on('console', (message) => {
    if (/Content Security Policy|CORS|Uncaught/.test(message.text())) faults.push(message.text())
  })
  return faults
}

/** The photos in an Orma's cache: how each can be used. */
async function readCache(event_hash: string) {
  const cache = await caches.open(`orma-images/${event_hash}`)
  const photos = (await cache.keys()).filter(({ url }) => /(thumb|full)\.\w+$/.test(url))
  const found = await Promise.all(photos.map(async (photo) => (await cache.match(photo))!))
  return found.map(({ type, status, redirected, headers }) => ({
    isReadable: type !== 'opaque' && status === 200,
    redirected,
    hasSize: Number(headers.get('content-length')) > 0,
    lasts: headers.get('cache-control'),
  }))
}

test('photos from the bucket are shown, cached, and there offline', async ({
  parts: { orma, store },
  browser,
}) => {
  const context = await browser.newContext({ baseURL: orma.url })
  const faults = watchFaults(context)
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const event = await client.createOrma(owner)
  const makeSmall = (seed: number) => makePhoto({ width: 640, height: 480, seed })
  const addPost = async (seed: number) => {
    const { body } = await client.upload(event, owner, await makeSmall(seed))
    return client.whenProcessed(event, owner, body.post.id as number)
  }
  await addPost(1)
  const post = await addPost(2)
  const page = await context.newPage()

  await test.step('before and after the worker has the page', async () => {
    await visit(page, orma.url, event)
    await addPost(3)
    await page.reload()
    await expect(page.locator('li[data-post]')).toHaveCount(3)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    // Of these the worker gets the pictures.
    await addPost(4)
    await expect(page.locator('li[data-post]')).toHaveCount(4)
    await whenPicturesShown(page)
    expect(store.asked.length).toBeGreaterThan(0)
  })

  await test.step('nothing in the cache is opaque, or marked as sent on', async () => {
    await expect
      .poll(() => page.evaluate(readCache, event.event_hash))
      .toEqual(
        Array.from({ length: 4 }, () => ({
          isReadable: true,
          redirected: false,
          hasSize: true,
          lasts: 'private, max-age=31536000, immutable',
        })),
      )
  })

  await test.step('a photo opens at its own address', async () => {
    const tab = await context.newPage()
    for (const url of [post.compressed_url, post.image_url]) {
      await tab.goto(url ?? '')
      await expect(tab.locator('img')).toHaveJSProperty('complete', true)
      expect(
        await tab.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth),
      ).not.toBe(0)
    }
    await tab.close()
  })

  await test.step('without a network', async () => {
    await context.setOffline(true)
    await orma.stop()
    await page.reload()
    await expect(page.locator('li[data-post]')).toHaveCount(4)
    await whenPicturesShown(page)
  })

  await test.step('and to nobody without a signature', async () => {
    const [signed = ''] = store.asked
    const other = signed.replace(/(?<=Signature=)./, (sign) => (sign === '0' ? '1' : '0'))
    for (const path of [signed.split('?')[0], other, '/']) {
      const { status } = await fetch(store.origin + path)
      expect(status).toBeGreaterThanOrEqual(400)
    }
  })

  expect(faults).toEqual([])
  await context.close()
})

test('a video from the bucket plays, and offline once its Orma is kept', async ({
  parts: { orma, store },
  browser,
}) => {
  const context = await browser.newContext({ baseURL: orma.url })
  const faults = watchFaults(context)
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const event = await client.createOrma(owner, { allowVideos: 'true' })
  const file = join(orma.dataDir, 'clip.mp4')
  await makeVideo(file, { seconds: 20 })
  const { body } = await sendVideo(orma, event, owner, await readFile(file))
  const { id } = await client.whenProcessed(event, owner, body.post.id as number)
  const page = await context.newPage()
  const playFrom = async (seconds: number) => {
    await page.goto(`/${event.event_hash}/post/${id}`)
    await page.getByRole('button', { name: texts.video.play }).click()
    const video = page.locator('article video')
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).not.toBe(0)
    await video.evaluate((one: HTMLVideoElement, at) => void (one.currentTime = at), seconds)
    await expect
      .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime))
      .toBeGreaterThan(seconds + 0.2)
  }

  await visit(page, orma.url, event)
  await playFrom(15)
  expect(store.asked.filter((path) => path.includes('video/')).length).toBeGreaterThan(0)
  await page.goto(`/${event.event_hash}`)
  await downloadOrma(page)
  await context.setOffline(true)
  await orma.stop()
  await playFrom(10)
  expect(faults).toEqual([])
  await context.close()
})

test('an older app learns that the bucket has a public address', async ({
  parts: { orma, store },
  browser,
}) => {
  await orma.restart({ env: { S3_PUBLIC_URL: '' } })
  const context = await browser.newContext({ baseURL: orma.url })
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const event = await client.createOrma(owner)
  const addPost = async (seed: number) => {
    const photo = await makePhoto({ width: 640, height: 480, seed })
    const { body } = await client.upload(event, owner, photo)
    return client.whenProcessed(event, owner, body.post.id as number)
  }
  await addPost(1)
  const page = await context.newPage()
  await visit(page, orma.url, event)

  await orma.restart({ env: {} })
  expect(await updateWorker(page)).toBe('installed')
  await page.reload()
  await page.getByRole('button', { name: texts.offline.update }).click()
  await page.waitForFunction(async () => !(await navigator.serviceWorker.ready).waiting)
  expect(store.asked).toEqual([])
  const faults = watchFaults(context)
  await addPost(2)
  await expect(page.locator('li[data-post]')).toHaveCount(2)
  await whenPicturesShown(page)
  expect(store.asked.length).toBeGreaterThan(0)
  expect(faults).toEqual([])
  await context.close()
})

/** A store as browsers reach it. */
interface PublicStore {
  origin: string
  /** Paths asked for, with their queries. */
  asked: string[]
  close: () => Promise<void>
}

/**
 * Stands before a store as its public address, with a bucket's usual rule for CORS: whoever asks with an `Origin` may read the answer.
 * Nothing says that the answer is another one without.
 */
async function startPublicStore(target: () => number): Promise<PublicStore> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request
    asked.push(path ?? '')
    const sent = requestOf({ port: target(), host: '127.0.0.1', method, path, headers })
    sent.on('response', (answered) => {
      const rule = headers.origin === undefined ? [] : ['access-control-allow-origin', '*']
      response.writeHead(answered.statusCode ?? 502, [...answered.rawHeaders, ...rule])
      answered.pipe(response)
    })
    sent.on('error', () => response.destroy())
    request.pipe(sent)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
