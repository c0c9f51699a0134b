import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { devices, expect, test as base } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { startOrma } from '../support/orma-server.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { buildRelease } from '../support/release.ts'

interface PageView {
  body: string
  headers: IncomingHttpHeaders
}

/** A counter of page views on a host of its own. */
async function startCounter() {
  const views: PageView[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      views.push({ body, headers: request.headers })
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { views, address: `http://127.0.0.1:${port}/views`, close: () => server.close() }
}

interface Built {
  counter: Awaited<ReturnType<typeof startCounter>>
  /** A server with a build that has all its settings. */
  orma: OrmaServer
}

const STORES = {
  ios: 'https://apps.example.com/ios',
  android: 'https://apps.example.com/android',
} as const

const test = base.extend<object, Built>({
  counter: [
    async ({}, use) => {
      const counter = await startCounter()
      await use(counter)
      counter.close()
    },
    { scope: 'worker' },
  ],
  orma: [
    async ({ counter }, use) => {
      const release = await buildRelease('settings', {
        env: {
          VITE_ANALYTICS_URL: counter.address,
          VITE_IOS_APP_URL: STORES.ios,
          VITE_ANDROID_APP_URL: STORES.android,
        },
      })
      const orma = await startOrma()
      await orma.restart({ root: release.root })
      await use(orma)
      await orma.close()
      await release.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ orma }, use) => use(orma.url),
})

test.use(HEADLESS_SHELL)
// In one process, which starts its server once.
test.describe.configure({ mode: 'default' })

// That a build without the setting calls no other host is held by the fixtures of every other browser test.
// Specification: 2.107
test('each change of route is counted as a pattern', async ({ page, counter, orma }) => {
  const client = createApiClient(orma)
  const { event_hash } = await client.createOrma(await client.signUp('Ada Lovelace'))
  const before = counter.views.length
  const opened = () => counter.views.slice(before).map(({ body }) => body)
  const expected: string[] = []
  const expectView = async (path: string) => {
    expected.push(JSON.stringify({ path }))
    await expect.poll(opened).toEqual(expected)
  }

  await page.goto(`/${event_hash}`)
  await expectView('/{event_hash}')
  await page.getByRole('link', { name: 'Reel' }).click()
  await expect(page).toHaveURL(/#timeline$/)
  await page.getByRole('button', { name: texts.install.continueInWeb }).click()
  await page.getByRole('link', { name: texts.event.upload }).click()
  await expectView('/{event_hash}/login')
  await page.goBack()
  await expectView('/{event_hash}')
  await page.goto('/login/verify=true&name=true&request_id=r1&phone=12135550187&email=true')
  await expectView('/login/{option}')
  await page.goto('/profile')
  await expectView('/login')
  await page.goto('/nowhere')
  await expectView('/404')
  await page.goto('/nowhere/at/all')
  await expectView('/404')

  const sent = JSON.stringify(counter.views.slice(before))
  for (const secret of [event_hash, '12135550187', 'request_id', 'cookie', 'referer']) {
    expect(sent).not.toContain(secret)
  }
})

test('the privacy page says that page views are counted', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByText(texts.legal.pageViews)).toBeVisible()
})

for (const [platform, device, shown] of [
  ['iPhone', devices['iPhone 15'], [texts.install.appStore]],
  ['Android phone', devices['Pixel 7'], [texts.install.playStore]],
  ['desktop', undefined, [texts.install.appStore, texts.install.playStore]],
] as const) {
  // Specification: 2.57, 9.25
  test(`the stores' buttons are those of the platform: ${platform}`, async ({ browser, orma }) => {
    const options = device && { userAgent: device.userAgent, viewport: device.viewport }
    const context = await browser.newContext({ ...options, baseURL: orma.url })
    const page = await context.newPage()
    await page.goto('/getapp')
    const buttons = page.getByRole('main').locator('a[href^="https://apps.example.com"]')
    await expect(buttons).toHaveText([...shown])
    await context.close()
  })
}
