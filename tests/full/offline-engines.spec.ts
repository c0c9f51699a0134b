import type { Post } from '../../contract/entities.ts'
import { LAZY_FILES } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { APP_ROUTES, areLaterFilesKept, loginRoutes, ormaRoutes } from '../e2e/app-routes.ts'
import { loseFirstHandle } from '../e2e/lost-handle.ts'
import { gallery } from '../e2e/venue-fixtures.ts'
import type { EngineDriver } from '../support/engines/engine.ts'
import { countRecords, expect, inEachEngine, test } from './engine-fixtures.ts'

/** What pages say that could not be had. */
const FAILURES = [texts.offline.notHere, texts.event.loadFailed, texts.session.failed]

const WITHOUT_COOKIE_STORE = `
Object.defineProperty(self, 'cookieStore', { value: undefined })`

inEachEngine(() => {
  test('R1, R4, R11: visited and other pages open without a network after the browser died', async ({
    venue,
    event,
    addPhotos,
    openEngine,
  }) => {
    const [post] = (await addPhotos(3)) as [Post]
    let driver = await openEngine()
    await driver.goto(`${venue.url}/${event.event_hash}`)
    await expect.poll(() => keptPictures(driver), { timeout: 60_000 }).toBe(3)
    await expect
      .poll(() => countRecords(driver, { database: 'orma-kept', store: 'answers' }), {
        timeout: 60_000,
      })
      .toBeGreaterThan(1)
    await expect
      .poll(() => driver.evaluate(areLaterFilesKept, LAZY_FILES), { timeout: 60_000 })
      .toBe(true)
    await driver.kill9()
    venue.relay.set({ refuse: true })

    driver = await openEngine()
    await driver.goto(`${venue.url}/${event.event_hash}`)
    await expect.poll(() => shownPictures(driver), { timeout: 60_000 }).toBe(3)
    await expect.poll(() => says(driver, event.name)).toBe(true)
    await expect.poll(() => says(driver, texts.offline.silent)).toBe(true)
    const routes = [...APP_ROUTES, ...ormaRoutes(event, post), ...loginRoutes(event)]
    for (const path of routes) {
      await driver.goto(venue.url + path)
      await expect.poll(() => screenOf(driver), { message: path }).not.toBe('')
      for (const words of FAILURES) expect(await says(driver, words), path).toBe(false)
    }
    await expect(async () => {
      await driver.goto(venue.url)
      await expect.poll(() => says(driver, event.name)).toBe(true)
      await driver.evaluate(loseFirstHandle)
      await driver.evaluate(followLink, `/${event.event_hash}`)
      await expect.poll(() => shownPictures(driver), { timeout: 10_000 }).toBe(3)
    }).toPass({ timeout: 120_000 })
    expect(await driver.evaluate(() => document.documentElement.dataset['lostReads'])).toBe('some')
    await driver.goto(`${venue.url}/${'A'.repeat(22)}`)
    await expect.poll(() => says(driver, texts.event.loadFailed)).toBe(true)
    await expect.poll(() => says(driver, texts.offline.canBeOpened)).toBe(true)
  })

  test('S3: waiting photos outlast a sign-out, and go once their guest is back', async ({
    venue,
    client,
    guest,
    storedHashes,
    openAsGuest,
  }) => {
    const photos = await gallery(3)
    const hashes = photos.map(({ sha256 }) => sha256)
    const { driver, screen } = await openAsGuest()
    await screen.openUploadScreen()
    await screen.choose(photos)
    await whenControlled(driver)
    venue.relay.set({ refuse: true })
    await screen.uploadNow()
    await screen.whenSeen(texts.upload.waitingForSignal)
    await driver.goto(`${venue.url}/profile`)
    // Signing out waits but 1.5 s for a storage that is only being opened.
    await screen.whenSeen(texts.offline.waiting(photos.length))
    await screen.press(texts.profile.signOut)
    await screen.press(texts.profile.keepUntilBack)
    await expect.poll(() => driver.evaluate(() => document.cookie)).toBe('')
    const before = venue.gateway.uploads().length
    venue.heal()
    await screen.openUploadScreen()
    await screen.whenSeen(texts.upload.sameUserOnly(photos.length))
    await driver.evaluate(driveAll)
    // What was on its way at that moment may still arrive, and is refused.
    const taken = venue.gateway.uploads().slice(before)
    expect(taken.filter(({ status }) => status !== 401)).toEqual([])

    await screen.signIn(await client.signInAgain(guest))
    await screen.openHome()
    await expect.poll(storedHashes).toEqual(hashes)
    await driver.evaluate(driveAll)
    expect(await storedHashes()).toEqual(hashes)
  })

  for (const [where, ending] of [
    ['with its cookie store', ''],
    ['from its mirror where there is none', WITHOUT_COOKIE_STORE],
  ] as const) {
    test(`S1: the worker sends the token as it is, ${where}`, async ({
      venue,
      guest,
      storedHashes,
      openAsGuest,
    }) => {
      venue.gateway.judge(({ path }) => (path === '/sw.js' ? { append: ending } : 'pass'))
      const photos = await gallery(2)
      const before = venue.gateway.uploads().length
      const { driver, screen } = await openAsGuest()
      await screen.openUploadScreen()
      await whenControlled(driver)
      await screen.choose(photos)
      await screen.uploadNow()
      await expect.poll(storedHashes).toEqual(photos.map(({ sha256 }) => sha256))
      const sent = venue.gateway.uploads().slice(before)
      expect(sent.map(({ sender }) => sender)).toEqual(sent.map(() => '/sw.js'))
      expect(sent.map(({ authorization }) => authorization)).toEqual(sent.map(() => guest.token))
    })
  }
})

async function whenControlled({ evaluate }: EngineDriver): Promise<void> {
  await expect.poll(() => evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

function keptPictures({ evaluate }: EngineDriver): Promise<number> {
  return evaluate(async () => {
    const names = (await caches.keys()).filter((each) => /^orma-images\/./.test(each))
    const kept = await Promise.all(names.map(async (each) => (await caches.open(each)).keys()))
    return kept.flat().filter(({ url }) => url.endsWith('/thumb.webp')).length
  }).catch(() => 0)
}

/** Runs in the page: tells all that the network is back; resolves when nobody sends. */
async function driveAll(): Promise<void> {
  dispatchEvent(new Event('online'))
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'DRAIN' })
  await navigator.locks.request('orma-upload', () => undefined)
}

/** Runs in the page. */
function followLink(address: string): void {
  document.querySelector<HTMLAnchorElement>(`a[href="${address}"]`)?.click()
}

function shownPictures({ evaluate }: EngineDriver): Promise<number> {
  return evaluate(
    () =>
      [...document.querySelectorAll<HTMLImageElement>('li[data-post] img')].filter(
        ({ naturalWidth }) => naturalWidth > 0,
      ).length,
  ).catch(() => 0)
}

/** What the page says below its header; empty while it says that it loads. */
function screenOf({ evaluate }: EngineDriver): Promise<string> {
  return evaluate(() => {
    const main = document.querySelector('main')
    return main?.querySelector('[role=progressbar]') ? '' : (main?.textContent.trim() ?? '')
  }).catch(() => '')
}

function says({ evaluate }: EngineDriver, text: string): Promise<boolean> {
  return evaluate((wanted) => document.body.textContent.includes(wanted), text).catch(() => false)
}
