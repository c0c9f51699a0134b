import type { BrowserContext, Page } from '@playwright/test'
import { TOKEN_COOKIE, TOKEN_LIFETIME_SECONDS } from '../../contract/limits.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { newGuest, signIn } from './people.ts'
import { gallery, uploadNow, whenControlled } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

// That it is `Secure` on https is held by the tests of the call that sets it.
// Specification: 3.2, 6.14, 7.38, 9.22
test('S1: the token is a cookie that scripts read', async ({
  page,
  context,
  orma,
  event: { event_hash },
}) => {
  await page.goto(`/${event_hash}/login`)
  const verified = page.waitForResponse(/\/register\/verify$/)
  await signIn(page, orma, newGuest('Ada Lovelace'))
  const { token } = (await (await verified).json()) as { token: string }

  const [cookie] = await context.cookies(orma.url)
  expect(cookie).toMatchObject({
    name: TOKEN_COOKIE,
    value: token,
    domain: 'localhost',
    path: '/',
    httpOnly: false,
    secure: false,
    sameSite: 'Lax',
  })
  const lifetime = (cookie?.expires ?? 0) - Date.now() / 1000
  expect(Math.abs(lifetime - TOKEN_LIFETIME_SECONDS)).toBeLessThan(600)
  expect(await page.evaluate(() => document.cookie)).toBe(`${TOKEN_COOKIE}=${token}`)

  await page.goto(`/${event_hash}/upload`)
  await whenControlled(page)
  expect(await uploadByWorker(page, context)).toBe(token)

  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => Object.defineProperty(self, 'cookieStore', { value: undefined }))
  expect(await uploadByWorker(page, context)).toBe(token)
})

/** Uploads a photo; gives the header with which the worker sent it. */
async function uploadByWorker(page: Page, context: BrowserContext): Promise<string | undefined> {
  const sent = context.waitForEvent('request', {
    predicate: (request) => request.method() === 'POST' && /\/uploads?$/.test(request.url()),
  })
  const [photo] = await gallery(1)
  const buffer = photo?.bytes ?? Buffer.alloc(0)
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer }])
  await uploadNow(page)
  const request = await sent
  expect(request.serviceWorker()).not.toBeNull()
  return request.headers()['authorization']
}
