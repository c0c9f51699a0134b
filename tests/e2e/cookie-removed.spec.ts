import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { openOrma } from './fixtures.ts'
import { countRecords } from './offline-fixtures.ts'
import {
  enter,
  choose,
  driveAll,
  expect,
  gallery,
  test,
  uploadNow,
  whenControlled,
} from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test.use({ as: 'guest' })

test('S2: a cookie removed by hand ends the worker’s session too', async ({
  page,
  context,
  venue,
  event,
  guest,
  stored,
  path,
}) => {
  const authorised: string[] = []
  context.on('request', (request) => {
    if (request.serviceWorker() && request.headers()['authorization']) {
      authorised.push(request.url())
    }
  })
  await page.goto(`${path}/upload`)
  await whenControlled(page)
  await expect.poll(() => hasMirror(page)).toBe(true)
  await choose(page, await gallery(1))
  venue.relay.set({ refuse: true })
  await uploadNow(page)
  await expect(page.getByText(texts.upload.waitingForSignal).first()).toBeVisible()

  await context.clearCookies()
  authorised.length = 0
  venue.heal()
  expect(await hasMirror(page)).toBe(true)
  // What waits for its next try is tried at once, by the worker.
  await driveAll(page, venue)
  await page.goto('/')
  await expect.poll(() => hasMirror(page)).toBe(false)
  await driveAll(page, venue)
  await openOrma(page, event)
  expect(authorised).toEqual([])
  expect(await stored()).toEqual([])

  await enter(context, guest)
  await page.reload()
  await expect.poll(async () => (await stored()).length).toBe(1)
  expect(authorised).not.toEqual([])
})

/** Whether the token's mirror lies on this device. */
async function hasMirror(page: Page): Promise<boolean> {
  return (await countRecords(page, 'orma-session', 'session')) > 0
}
