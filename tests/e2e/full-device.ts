/** Runs in a page: the device has no room for photos, as a full one; or for what lies in other stores. */
export function fillDevice(stores = ['bytes']): void {
  const put = Reflect.get(IDBObjectStore.prototype, 'put')
  Reflect.set(
    IDBObjectStore.prototype,
    'put',
    new Proxy(put, {
      apply(target, store: IDBObjectStore, args: Parameters<IDBObjectStore['put']>) {
        if (stores.includes(store.name)) throw new DOMException('full', 'QuotaExceededError')
        return Reflect.apply(target, store, args)
      },
    }),
  )
}
