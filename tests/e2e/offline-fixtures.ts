import type { Page } from '@playwright/test'
import type { Event, Post } from '../../contract/entities.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { makePhoto } from '../support/photos.ts'
import { expect } from './venue-fixtures.ts'

/** Puts posts with real pictures into an Orma; gives them, the first one oldest. */
export async function addPosts(
  client: ApiClient,
  event: Event,
  author: Person,
  count: number,
): Promise<Post[]> {
  const posts: Post[] = []
  for (let at = 0; at < count; at += 1) {
    const { body } = await client.upload(
      event,
      author,
      await makePhoto({ width: 640, height: 480 }),
    )
    posts.push(await client.whenProcessed(event, author, (body.post as Post).id))
  }
  return posts
}

/** Opens an Orma and looks at it until all that it shows is on the device. */
export async function visit(page: Page, origin: string, { event_hash }: Event): Promise<void> {
  await page.goto(`${origin}/${event_hash}`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await whenPicturesShown(page)
  await whenKept(page, event_hash)
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

/** Waits until this device has kept as many posts of an Orma as it shows, and their pictures. */
async function whenKept(page: Page, event_hash: string): Promise<void> {
  await expect
    .poll(() =>
      page
        .evaluate(async (hash) => {
          const shown = [...document.querySelectorAll<HTMLElement>('li[data-post]')]
          const request = indexedDB.open('orma-kept')
          const db = await new Promise<IDBDatabase>((resolve, reject) => {
            request.addEventListener('success', () => resolve(request.result))
            request.addEventListener('error', () => reject(new Error('not there yet')))
            // To look must not create it.
            request.addEventListener('upgradeneeded', () => request.transaction?.abort())
          })
          const posts = db.transaction('posts').objectStore('posts')
          const counting = posts.count(IDBKeyRange.bound([hash], [hash, []]))
          const count = await new Promise<number>((resolve) => {
            counting.addEventListener('success', () => resolve(counting.result))
          })
          db.close()
          const images = [...document.querySelectorAll<HTMLImageElement>('li[data-post] img')]
          const found = await Promise.all(images.map(({ src }) => caches.match(src)))
          return shown.length > 0 && count >= shown.length && found.every(Boolean)
        }, event_hash)
        .catch(() => false),
    )
    .toBe(true)
}
