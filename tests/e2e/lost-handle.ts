/**
 * Runs in a page: has the first connection to what this device has kept be lost, as Safari loses it, so that no read succeeds
 * on it any more. As nobody seems to look at the page, it tries nothing again by itself.
 */
export function loseFirstHandle(): void {
  let lost: IDBDatabase | undefined
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
  const begin = Reflect.get(IDBDatabase.prototype, 'transaction')
  Reflect.set(
    IDBDatabase.prototype,
    'transaction',
    new Proxy(begin, {
      apply(target, db: IDBDatabase, args: Parameters<IDBDatabase['transaction']>) {
        if (db.name === 'orma-kept') lost ??= db
        if (db !== lost) return Reflect.apply(target, db, args)
        document.documentElement.dataset['lostReads'] = 'some'
        throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
      },
    }),
  )
}
