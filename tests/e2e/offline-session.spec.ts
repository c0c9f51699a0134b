import type { BrowserContext, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { SENT_KEY } from '../../src/device/recent-ormas.ts'
import { addPosts, keptContents, visit, whenPicturesShown } from './offline-fixtures.ts'
import { newGuest, signIn as signInByPhone } from './people.ts'
import {
  choose,
  driveAll,
  expect,
  gallery,
  signIn,
  startParty,
  test,
  uploadNow,
  whenControlled,
} from './venue-fixtures.ts'

test('S5: signing out without a network asks what is to become of what waits, and leaves neither token nor phone nor discarded words behind, but for the word that ends the session', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const [post] = await addPosts(venue.client, event, owner, 1)
  const params = { event_hash: event.event_hash, post_id: post?.id ?? 0 }
  const guest = newGuest('Ada Lovelace')
  await page.goto('/login')
  await signInByPhone(page, venue.orma, guest)
  await expect(page.getByRole('heading', { name: texts.home.welcome(guest.name) })).toBeVisible()
  const token = await readToken(context)
  await venue.client.call(api.addComment, { params, json: { content: 'Read by all' }, token })
  await visit(page, venue.url, event)
  await page.goto('/')
  await expect(page.getByRole('link', { name: event.name })).toBeVisible()
  const userAnswers = async () => (await keptContents(page)).filter(({ key }) => key[0] === 'user')
  await expect.poll(userAnswers).not.toEqual([])
  await page.goto('/profile')
  await expect(page.getByText(`+1${guest.phone}`)).toBeVisible()
  await page.goto(`/${event.event_hash}/post/${post?.id}`)
  await expect(page.getByText('Read by all')).toBeVisible()

  venue.relay.set({ refuse: true })
  await page.getByRole('button', { name: texts.post.like }).click()
  await page.getByRole('button', { name: texts.post.editComment }).click()
  await page.getByRole('textbox', { name: texts.post.editComment }).fill('Second thoughts')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: texts.post.commentPlaceholder }).fill('Secret words')
  await page.keyboard.press('Enter')
  await expect(page.locator('li.cm[data-unsent]')).toHaveCount(2)
  const sent = () => page.evaluate((key) => localStorage.getItem(key), SENT_KEY)
  expect(await sent()).toContain(event.event_hash)
  const secrets = [token, guest.phone, 'Secret words', 'Second thoughts']
  for (const secret of secrets) {
    await expect.poll(() => placesOf(page, [secret])).not.toEqual([])
  }
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.signOut }).click()
  await page
    .getByRole('alertdialog', { name: texts.profile.onlyHere(0) })
    .getByRole('button', { name: texts.profile.discardAndLeave })
    .click()
  await expect(
    page.getByRole('heading', { name: texts.home.welcome(texts.home.guest) }),
  ).toBeVisible()
  const revocation = 'orma-outbox/notes/"tokens-to-revoke"'
  await expect
    .poll(async () => (await placesOf(page, secrets)).filter((place) => place !== revocation))
    .toEqual([])
  expect(await context.cookies()).toEqual([])
  expect(await sent()).toBeNull()
  expect(await userAnswers()).toEqual([])

  venue.heal()
  await page.goto('/')
  await expect.poll(() => placesOf(page, secrets)).toEqual([])
  expect((await venue.client.call(api.verifySession, { token })).status).toBe(401)
  const { body } = await venue.client.call(api.getPost, { params })
  expect(body.post).toMatchObject({ likeCount: 0, Comments: [{ content: 'Read by all' }] })
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
  const later = venue.gateway.exchanges.slice(before).filter(({ status }) => status === 401)
  expect(later).toEqual(refused)
})

test('a session that ended elsewhere is met by an action first: it asks to sign in, and is done after that', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const [post] = await addPosts(venue.client, event, owner, 1)
  const params = { event_hash: event.event_hash, post_id: post?.id ?? 0 }
  const guest = newGuest('Ada Lovelace')
  await page.goto('/login')
  await signInByPhone(page, venue.orma, guest)
  await expect(page.getByRole('heading', { name: texts.home.welcome(guest.name) })).toBeVisible()
  await visit(page, venue.url, event)
  await page.goto(`/${event.event_hash}/post/${post?.id}`)
  await expect(page.getByRole('button', { name: texts.post.like })).toBeVisible()
  await venue.client.call(api.logout, { token: await readToken(context) })
  expect(await readToken(context)).not.toBe('')

  await page.getByRole('textbox', { name: texts.post.commentPlaceholder }).fill('Not lost')
  await page.keyboard.press('Enter')
  const prompt = page.getByRole('dialog', { name: texts.loginPrompt.text })
  await prompt.getByRole('button', { name: texts.loginPrompt.login }).click()
  await signInByPhone(page, venue.orma, guest)
  await expect(page).toHaveURL(`/${event.event_hash}/post/${post?.id}`)
  await expect(page.locator('li.cm:not([data-unsent])')).toHaveText(/Not lost/)
  await expect
    .poll(async () => (await venue.client.call(api.getPost, { params })).body.post)
    .toMatchObject({ commentCount: 1, Comments: [{ content: 'Not lost' }] })
})

test('a deletion that meets a session that ended elsewhere waits for its user, and where another tab has signed in anew nobody is asked', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const [kept, deleted] = await addPosts(venue.client, event, owner, 2)
  const params = { event_hash: event.event_hash, post_id: deleted?.id ?? 0 }
  const first = await venue.client.signInAgain(owner)
  await signIn(context, venue, first)
  await visit(page, venue.url, event)
  await page.locator(`li[data-post="${deleted?.id}"] a`).click()
  await expect(page.getByRole('button', { name: texts.post.delete }).first()).toBeVisible()
  await venue.client.call(api.logout, { token: first.token })
  await page.getByRole('button', { name: texts.post.delete }).first().click()
  await page.getByRole('button', { name: texts.common.delete, exact: true }).click()
  const prompt = page.getByRole('dialog', { name: texts.loginPrompt.text })
  await prompt.getByRole('button', { name: texts.loginPrompt.close }).click()
  await expect(page.locator(`li[data-post="${deleted?.id}"]`)).toHaveCount(1)
  expect((await venue.client.call(api.getPost, { params })).status).toBe(200)

  const second = await venue.client.signInAgain(owner)
  await signIn(context, venue, second)
  await page.goto(`/${event.event_hash}/post/${kept?.id}`)
  const status = async () => (await venue.client.call(api.getPost, { params })).status
  await expect.poll(status).toBe(404)

  const third = await venue.client.signInAgain(owner)
  await expect(page.getByRole('button', { name: texts.post.like })).toBeVisible()
  await venue.client.call(api.logout, { token: second.token })
  await signIn(context, venue, third)
  await page.getByRole('button', { name: texts.post.like }).click()
  const ofKept = { event_hash: event.event_hash, post_id: kept?.id ?? 0 }
  await expect
    .poll(
      async () => (await venue.client.call(api.getPost, { params: ofKept })).body.post.likeCount,
    )
    .toBe(1)
  await expect(page.getByRole('button', { name: texts.post.unlike })).toBeVisible()
  await expect(prompt).toBeHidden()
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
  await driveAll(page, venue)
  await page.goto('/')
  await expect.poll(() => hasMirror(page)).toBe(false)
  await driveAll(page, venue)
  await page.goto(`/${event.event_hash}`)
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await expect(page.getByRole('navigation', { name: texts.event.tabs })).toBeVisible()
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
