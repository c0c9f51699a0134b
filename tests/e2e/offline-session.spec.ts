import type { BrowserContext, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { SYNC_TAG } from '../../contract/worker-messages.ts'
import { addPosts, visit, whenPicturesShown } from './offline-fixtures.ts'
import { newGuest, signIn as signInByPhone } from './people.ts'
import {
  choose,
  controlWorker,
  expect,
  gallery,
  signIn,
  startParty,
  test,
  uploadNow,
  whenControlled,
} from './venue-fixtures.ts'

test('S5: signing out without a network leaves neither token nor phone behind, but for the word that ends the session', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  const guest = newGuest('Ada Lovelace')
  await page.goto('/login')
  await signInByPhone(page, venue.orma, guest)
  await expect(page.getByRole('heading', { name: texts.home.welcome(guest.name) })).toBeVisible()
  const token = await readToken(context)
  await visit(page, venue.url, event)
  await page.goto('/')
  await expect(page.getByRole('link', { name: event.name })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText(`+1${guest.phone}`)).toBeVisible()
  expect(await placesOf(page, [token, guest.phone])).not.toEqual([])

  venue.relay.set({ refuse: true })
  await page.getByRole('button', { name: texts.profile.signOut }).click()
  await expect(
    page.getByRole('heading', { name: texts.home.welcome(texts.home.guest) }),
  ).toBeVisible()
  const revocation = 'orma-outbox/notes/"tokens-to-revoke"'
  await expect
    .poll(async () =>
      (await placesOf(page, [token, guest.phone])).filter((place) => place !== revocation),
    )
    .toEqual([])
  expect(await context.cookies()).toEqual([])

  venue.heal()
  await page.goto('/')
  await expect.poll(() => placesOf(page, [token, guest.phone])).toEqual([])
  expect((await venue.client.call(api.verifySession, { token })).status).toBe(401)
})

test('S6: a session that ended elsewhere still reads, and is noticed once without leading anywhere', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner, guest } = await startParty(venue)
  const [post] = await addPosts(venue.client, event, owner, 1)
  await signIn(context, venue, guest)
  await visit(page, venue.url, event)
  venue.relay.set({ refuse: true })
  await venue.client.call(api.logout, { token: guest.token })
  await page.reload()
  await whenPicturesShown(page)
  let navigations = 0
  page.on('framenavigated', () => (navigations += 1))
  const before = venue.gateway.exchanges.length
  venue.heal()
  await expect.poll(() => context.cookies().then((cookies) => cookies.length)).toBe(0)
  await whenPicturesShown(page)
  expect(navigations).toBe(0)
  const refused = venue.gateway.exchanges.slice(before).filter(({ status }) => status === 401)
  expect(refused.filter(({ path }) => path === '/api/users/verify')).toHaveLength(1)
  await page.locator(`li[data-post="${post?.id}"] a`).click()
  await page.getByRole('button', { name: texts.post.like }).click()
  await expect(page.getByText(texts.loginPrompt.text)).toBeVisible()
})

test('S2: a cookie removed by hand takes the mirror along as a page starts, and the worker sends nothing in its name', async ({
  page,
  context,
  venue,
}) => {
  const { event, guest, stored } = await startParty(venue)
  await signIn(context, venue, guest)
  const authorised: string[] = []
  context.on('request', (request) => {
    if (request.serviceWorker() && request.headers()['authorization']) {
      authorised.push(request.url())
    }
  })
  await page.goto(`/${event.event_hash}/upload`)
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
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const worker = await controlWorker(page)
  await worker.sync(venue.url, SYNC_TAG, false)
  await page.evaluate(() => navigator.locks.request('orma-upload', () => undefined))
  await page.goto('/')
  await expect.poll(() => hasMirror(page)).toBe(false)
  await worker.sync(venue.url, SYNC_TAG, false)
  await page.goto(`/${event.event_hash}`)
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  expect(authorised).toEqual([])
  expect(await stored()).toEqual([])

  await signIn(context, venue, guest)
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

async function readToken(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies()
  return cookies.find(({ name }) => name === TOKEN_COOKIE)?.value ?? ''
}

/** Where on this device one of the texts lies: in which storage, under which key. */
function placesOf(page: Page, texts: string[]): Promise<string[]> {
  return page.evaluate(async (sought) => {
    const places: string[] = []
    const look = (place: string, value: unknown) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      if (sought.some((word) => text?.includes(word))) places.push(place)
    }
    look('cookie', document.cookie)
    for (const [name, storage] of Object.entries({ localStorage, sessionStorage })) {
      for (const key of Object.keys(storage)) look(`${name}/${key}`, storage.getItem(key))
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name)
      const db = await new Promise<IDBDatabase>((resolve) => {
        opening.addEventListener('success', () => resolve(opening.result))
      })
      for (const store of db.objectStoreNames) {
        const reading = db.transaction(store).objectStore(store).openCursor()
        await new Promise<void>((resolve) => {
          reading.addEventListener('success', () => {
            const cursor = reading.result
            if (!cursor) return resolve()
            const key = JSON.stringify(cursor.key)
            look(`${name}/${store}/${key}`, cursor.value)
            look(`${name}/${store}/${key}`, key)
            cursor.continue()
          })
        })
      }
      db.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        look(`${name}/${request.url}`, request.url)
        const response = await cache.match(request)
        if (!response?.headers.get('content-type')?.startsWith('image/')) {
          look(`${name}/${request.url}`, await response?.text())
        }
      }
    }
    return [...new Set(places)]
  }, texts)
}
