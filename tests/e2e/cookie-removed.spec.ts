import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
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
  await page.goto(path)
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await expect(page.getByRole('navigation', { name: texts.event.tabs })).toBeVisible()
  expect(authorised).toEqual([])
  expect(await stored()).toEqual([])

  await enter(context, guest)
  await page.reload()
  await expect.poll(async () => (await stored()).length).toBe(1)
  expect(authorised).not.toEqual([])
})

/** Whether the token's mirror lies on this device. */
function hasMirror(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('orma-session')
    // To look must not create it.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
    const db = await new Promise<IDBDatabase | undefined>((resolve) => {
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => resolve(undefined))
    })
    if (!db) return false
    const counting = db.transaction('session').objectStore('session').count()
    const count = await new Promise<number>((resolve) => {
      counting.addEventListener('success', () => resolve(counting.result))
    })
    db.close()
    return count > 0
  })
}
