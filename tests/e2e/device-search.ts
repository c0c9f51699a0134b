import type { Page } from '@playwright/test'

/** Where on this device one of the texts lies: in which storage, under which key. */
export function placesOf(page: Page, texts: string[]): Promise<string[]> {
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
