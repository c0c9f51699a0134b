import type { Page } from '@playwright/test'
import { pictureCacheName } from '../../src/cache/cached-pictures.ts'

/** Runs in a page: the device has no room for photos, as a full one. */
export function fillDevice(): void {
  const put = Reflect.get(IDBObjectStore.prototype, 'put')
  Reflect.set(
    IDBObjectStore.prototype,
    'put',
    new Proxy(put, {
      apply(target, store: IDBObjectStore, args: Parameters<IDBObjectStore['put']>) {
        if (store.name === 'bytes') throw new DOMException('full', 'QuotaExceededError')
        return Reflect.apply(target, store, args)
      },
    }),
  )
}

/** Caches pictures of a megabyte each with each Orma, and then has the browser give this app no room for more. */
export async function fillWithPictures(
  page: Page,
  ormas: readonly { event_hash: string }[],
  count: number,
): Promise<void> {
  const usage = await page.evaluate(
    async ({ names, pictures }) => {
      const headers = { 'content-type': 'image/webp' }
      for (const name of names) {
        const cache = await caches.open(name)
        for (let at = 0; at < pictures; at += 1)
          await cache.put(`/media/${at}`, new Response(new Uint8Array(1e6), { headers }))
      }
      return (await navigator.storage.estimate()).usage ?? 0
    },
    { names: ormas.map(({ event_hash }) => pictureCacheName(event_hash)), pictures: count },
  )
  const cdp = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage })
}
