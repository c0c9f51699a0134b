import type { Page } from '@playwright/test'

/** Where on this device one of the texts lies: in which storage, under which name. Names count too, and bytes as the text they may be. */
export function placesOf(page: Page, texts: string[]): Promise<string[]> {
  return page.evaluate(async (sought) => {
    const places = new Set<string>()
    const look = async (place: string, value?: unknown) => {
      const text = `${place}\n${await textOf(value)}`
      if (sought.some((word) => text.includes(word))) places.add(place)
    }
    const textOf = async (value: unknown): Promise<string> => {
      if (value instanceof Blob) return value.text()
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
        return new TextDecoder().decode(value)
      }
      if (typeof value !== 'object' || value === null) return String(value)
      const parts =
        Symbol.iterator in value ? [...(value as Iterable<unknown>)] : Object.entries(value)
      return (await Promise.all(parts.map(textOf))).join('\n')
    }
    const promisifyRequest = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.addEventListener('success', () => resolve(request.result))
      })

    await look('cookie', document.cookie)
    for (const [name, storage] of Object.entries({ localStorage, sessionStorage })) {
      for (const key of Object.keys(storage)) await look(`${name}/${key}`, storage.getItem(key))
    }
    for (const { name = '' } of await indexedDB.databases()) {
      await look(name)
      const db = await promisifyRequest(indexedDB.open(name))
      for (const storeName of db.objectStoreNames) {
        const store = db.transaction(storeName).objectStore(storeName)
        const reading = [
          promisifyRequest(store.getAllKeys()),
          promisifyRequest(store.getAll()),
        ] as const
        const [keys, records] = await Promise.all(reading)
        for (const [at, key] of keys.entries()) {
          await look(`${name}/${storeName}/${JSON.stringify(key)}`, records[at])
        }
      }
      db.close()
    }
    for (const name of await caches.keys()) {
      await look(name)
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        const body = await response?.arrayBuffer()
        await look(`${name}/${request.url}`, [request.headers, response?.headers, body])
      }
    }
    return [...places]
  }, texts)
}
