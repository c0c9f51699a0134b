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
