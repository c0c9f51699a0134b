import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import type { Event, Post } from '../../contract/entities.ts'
import type { Venue } from '../support/venue.ts'
import { expect, whenControlled } from './venue-fixtures.ts'

export { addPosts } from '../support/add-posts.ts'

/** Opens an Orma and looks at it until all that it shows is on the device. */
export async function visit(page: Page, origin: string, { event_hash }: Event): Promise<void> {
  const before = await page.evaluate(() => Date.now())
  await page.goto(`${origin}/${event_hash}`)
  await whenControlled(page)
  await whenPicturesShown(page)
  await expect.poll(() => page.evaluate(arePicturesCached)).toBe(true)
  await whenKept(page, event_hash)
  await expect
    .poll(async () => {
      const orma = (await readCached(page, 'ormas', event_hash)) as
        | { visitedAt: number }
        | undefined
      return orma && orma.visitedAt >= before
    })
    .toBe(true)
}

/** In the page: those that came before the worker are cached once it is there. */
async function arePicturesCached(): Promise<boolean> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('li[data-post] img')]
  const cached = await Promise.all(pictures.map(({ currentSrc }) => caches.match(currentSrc)))
  return cached.every(Boolean)
}

/** Ids of the posts in the feed as they are shown. */
export function shownPosts(page: Page): Promise<number[]> {
  return page
    .locator('li[data-post]')
    .evaluateAll((tiles) => tiles.map((tile) => Number((tile as HTMLElement).dataset['post'])))
}

/** Waits until every picture on the screen is there, and none is broken. */
export async function whenPicturesShown(page: Page): Promise<void> {
  await expect(page.locator('li[data-post] img').first()).toBeVisible()
  await expect
    .poll(() =>
      page
        .locator('li[data-post] img')
        .evaluateAll((images) =>
          images.every((image) => (image as HTMLImageElement).naturalWidth > 0),
        ),
    )
    .toBe(true)
}

/** How many posts of an Orma this device has kept. */
export function keptPosts(page: Page, event_hash: string): Promise<number> {
  return countRecords(page, 'orma-kept', 'posts', event_hash)
}

/** How many records this device has in a store, or those of an Orma alone. */
export function countRecords(
  page: Page,
  database: string,
  store: string,
  event_hash?: string,
): Promise<number> {
  return page.evaluate(
    async ([databaseName, storeName, hash]) => {
      const request = indexedDB.open(databaseName)
      // To look must not create it.
      request.addEventListener('upgradeneeded', () => request.transaction?.abort())
      const db = await new Promise<IDBDatabase | undefined>((resolve) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => resolve(undefined))
      })
      if (!db) return 0
      const range = hash === undefined ? undefined : IDBKeyRange.bound([hash], [hash, []])
      const counting = db.transaction(storeName).objectStore(storeName).count(range)
      const count = await new Promise<number>((resolve) => {
        counting.addEventListener('success', () => resolve(counting.result))
      })
      db.close()
      return count
    },
    [database, store, event_hash] as const,
  )
}

/** How many bytes the pictures take that this device has kept of an Orma. */
export function keptBytes(page: Page, event_hash: string): Promise<number> {
  return page.evaluate(async (name) => {
    if (!(await caches.has(name))) return 0
    const responses = await (await caches.open(name)).matchAll()
    const pictures = responses.filter(({ headers }) =>
      headers.get('content-type')?.startsWith('image'),
    )
    const bodies = await Promise.all(pictures.map((response) => response.blob()))
    return bodies.reduce((sum, { size }) => sum + size, 0)
  }, `orma-images/${event_hash}`)
}

/** Has the server forget what it could tell those who come back, as it does after some hours. */
export function forgetChanges({ orma }: Venue): void {
  const db = new DatabaseSync(join(orma.dataDir, 'orma.db'))
  db.exec('pragma busy_timeout = 10000; delete from live_changes')
  db.close()
}

/** A record that this device has kept, as it lies there; undefined: none. */
export function readCached(
  page: Page,
  store: string,
  key: string | (string | number)[],
): Promise<unknown> {
  return page.evaluate(
    async ([storeName, recordKey]) => {
      const request = indexedDB.open('orma-kept')
      const db = await new Promise<IDBDatabase>((resolve) => {
        request.addEventListener('success', () => resolve(request.result))
      })
      const reading = db.transaction(storeName).objectStore(storeName).get(recordKey)
      const record = await new Promise<unknown>((resolve) => {
        reading.addEventListener('success', () => resolve(reading.result))
      })
      db.close()
      return record
    },
    [store, key] as const,
  )
}

/** All answers and posts that this device has kept, as the server said them. */
export function keptContents(
  page: Page,
): Promise<{ key: unknown[]; data: unknown; updatedAt: number }[]> {
  return page.evaluate(async () => {
    const request = indexedDB.open('orma-kept')
    const db = await new Promise<IDBDatabase>((resolve) => {
      request.addEventListener('success', () => resolve(request.result))
    })
    const contents: { key: unknown[]; data: unknown; updatedAt: number }[] = []
    for (const name of ['answers', 'posts']) {
      const store = db.transaction(name).objectStore(name)
      const [keys, records] = await Promise.all(
        [store.getAllKeys(), store.getAll()].map(
          (reading) =>
            new Promise<unknown[]>((resolve) => {
              reading.addEventListener('success', () => resolve(reading.result))
            }),
        ),
      )
      for (const [at, record] of (records ?? []).entries()) {
        const { data, updatedAt } = record as { data: unknown; updatedAt: number }
        contents.push({ key: keys?.[at] as unknown[], data, updatedAt })
      }
    }
    db.close()
    return contents
  })
}

/** The id at a place of the feed as the device has kept it, counted from 0. */
export async function keptIdAt(page: Page, { event_hash }: Event, place: number): Promise<number> {
  const posts = (await keptContents(page)).filter(({ key }) => key[0] === event_hash)
  const newestFirst = posts
    .map(({ data }) => data as Post)
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt) || other.id - one.id)
  return newestFirst[place]?.id ?? 0
}

/** Nothing of an Orma lies in this device's stores any more. */
export async function expectForgotten(
  page: Page,
  { event_hash }: Pick<Event, 'event_hash'>,
): Promise<void> {
  await expect.poll(() => readCached(page, 'ormas', event_hash)).toBeUndefined()
  await expect.poll(() => keptPosts(page, event_hash)).toBe(0)
  await expect.poll(() => readCached(page, 'answers', ['events', event_hash])).toBeUndefined()
  await expect
    .poll(() => page.evaluate((hash) => caches.has(`orma-images/${hash}`), event_hash))
    .toBe(false)
}

/** Takes files of the app from the device, as browsers do that need room. */
export async function throwAway(page: Page, which: RegExp): Promise<void> {
  await page.evaluate(async (pattern) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (new RegExp(pattern).test(request.url)) await cache.delete(request)
      }
    }
  }, which.source)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.clearBrowserCache')
}

/** Writes something else in the place of a record that this device has kept; the next page will read it. */
export async function changeCached(
  page: Page,
  store: string,
  key: string | (string | number)[],
  to: 'a cut record' | 'nonsense' | 'told a year from now',
): Promise<void> {
  await page.evaluate(
    async ([storeName, recordKey, change]) => {
      const request = indexedDB.open('orma-kept')
      const db = await new Promise<IDBDatabase>((resolve) => {
        request.addEventListener('success', () => resolve(request.result))
      })
      const transaction = db.transaction(storeName, 'readwrite')
      const records = transaction.objectStore(storeName)
      const reading = records.get(recordKey)
      reading.addEventListener('success', () => {
        const record = reading.result as { updatedAt: number }
        const changed = {
          'a cut record': { ...record, data: { id: 1 } },
          nonsense: 'nonsense',
          'told a year from now': { ...record, updatedAt: record.updatedAt + 365 * 86_400_000 },
        }[change]
        records.put(changed, recordKey)
      })
      await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      db.close()
    },
    [store, key, to] as const,
  )
}

/** Waits until this device has kept as many posts of an Orma as it shows, and their pictures. */
async function whenKept(page: Page, event_hash: string): Promise<void> {
  await expect
    .poll(async () => {
      const shown = await shownPosts(page)
      return shown.length > 0 && (await keptPosts(page, event_hash)) >= shown.length
    })
    .toBe(true)
  await expect
    .poll(() =>
      page.locator('li[data-post] img').evaluateAll(async (images) => {
        const found = images.map((image) => caches.match((image as HTMLImageElement).src))
        return (await Promise.all(found)).every(Boolean)
      }),
    )
    .toBe(true)
}
