import type { CDPSession, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { SYNC_TAG } from '../../contract/worker-messages.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { makeSizedPhoto } from '../support/sized-photos.ts'
import type { GalleryPhoto } from '../support/sized-photos.ts'
import { readStoredPhotos } from '../support/stored-photos.ts'
import type { Venue } from '../support/venue.ts'
import { enter, expect, test as base } from './fixtures.ts'
import type { Party } from './fixtures.ts'

export { enter, expect }
export type { Party }

/** `test` in a place with bad reception: pages are opened through the venue's line, which is good when a test begins. */
export const test = base.extend<{ healed: undefined }>({
  orma: [({ venue }, use) => use(venue.orma), { scope: 'worker' }],
  baseURL: ({ venue }, use) => use(venue.url),
  healed: [
    async ({ venue }, use) => {
      venue.heal()
      await use(undefined)
      venue.heal()
    },
    { auto: true },
  ],
})

/** One more Orma; the one of a test's own is there as `party`. */
export async function startParty(
  { client, orma }: Venue,
  fields: Record<string, string> = {},
): Promise<Party> {
  const owner = await client.signUp('Olga Owner')
  const guest = await client.signUp('Grace Hopper')
  const event = await client.createOrma(owner, fields)
  const stored = () => readStoredPhotos(orma, event.event_hash)
  return {
    event,
    owner,
    guest,
    stored,
    storedHashes: async () => (await stored()).map(({ bytesSha256 }) => bytesSha256),
  }
}

let seed = 1

export async function gallery(count: number, kilobytes = 120): Promise<GalleryPhoto[]> {
  const random = createSeededRandom(seed++)
  const names = Array.from({ length: count }, (_, at) => `IMG_${at + 1}.jpg`)
  return Promise.all(names.map((name) => makeSizedPhoto(name, kilobytes * 1000, random)))
}

/** Chooses photos on the upload screen; resolves when it says of `all` photos there that they are on this phone. */
export async function choose(
  page: Page,
  photos: readonly GalleryPhoto[],
  all = photos.length,
): Promise<void> {
  const files = photos.map(({ name, bytes }) => ({ name, mimeType: 'image/jpeg', buffer: bytes }))
  await page.locator('input[type=file]').setInputFiles(files)
  const saved = page.getByText(texts.upload.savedOnPhone)
  await expect(saved.or(page.getByText(texts.upload.chosenTwice))).toHaveCount(all)
}

export async function uploadNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: texts.upload.uploadNow }).click()
}

/** Opens a page that does the worker's part, where there is none; resolves when it has all that it needs for that. */
export async function openWithoutWorker(page: Page, address: string): Promise<void> {
  const loaded = page.waitForResponse((response) => response.url().includes('/upload-work'))
  await page.goto(address)
  await (await loaded).finished()
}

/** A party whose guest is on the upload screen, and the worker with it. */
export async function openUpload(page: Page, venue: Venue): Promise<Party> {
  const party = await startParty(venue)
  await enter(page.context(), party.guest)
  await page.goto(`/${party.event.event_hash}/upload`)
  await whenControlled(page)
  return party
}

/** Waits for the worker, so that what follows is its work. */
export async function whenControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Has page and worker do what they can for what waits; resolves when they have. */
export async function driveAll(page: Page, { url }: Venue): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const worker = await controlWorker(page)
  await worker.sync(url, SYNC_TAG, false)
  await page.evaluate(() => navigator.locks.request('orma-upload', () => undefined))
}

/** What can be done to the worker by the debugging protocol, from a page of the same browser. */
interface WorkerControl {
  stop: () => Promise<void>
  /** Has the browser believe that the network is back. */
  sync: (origin: string, tag: string, lastChance: boolean) => Promise<void>
  /** Has the browser find that it is time to look for what is new. */
  periodicSync: (origin: string, tag: string) => Promise<void>
}

export async function controlWorker(page: Page): Promise<WorkerControl> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  return {
    async stop() {
      await cdp.send('ServiceWorker.stopAllWorkers')
    },
    async sync(origin, tag, lastChance) {
      const registrationId = await registered
      await cdp.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance })
    },
    async periodicSync(origin, tag) {
      const registrationId = await registered
      await cdp.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin, registrationId, tag })
    },
  }
}
