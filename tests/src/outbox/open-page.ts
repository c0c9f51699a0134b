import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { vi } from 'vitest'
import { USER_ID } from '../../support/outbox-photos.ts'

/** A page that was just opened on a new device: what its modules hold is no other test's. */
export async function openPage() {
  vi.resetModules()
  vi.stubGlobal('indexedDB', new IDBFactory())
  const { outbox } = await import('../../../src/outbox/store/outbox.ts')
  const outboxes = await import('../../../src/outbox/page/page-outboxes.ts')
  const uploads = await import('../../../src/outbox/page/upload-store.ts')
  const { discardShown, forgetRemoved } = await import('../../../src/outbox/page/discard.ts')
  return { outbox, ...outboxes, ...uploads, discardShown, forgetRemoved }
}

/** Signs the user of the photos in, on the page that was opened last. */
export async function signIn(): Promise<void> {
  const { saveSession } = await import('../../../src/device/token.ts')
  vi.stubGlobal('document', { cookie: 'token=token-of-ada' })
  const user = { id: USER_ID, name: 'Ada', phone: '15550001111', email: null }
  await saveSession({ token: 'token-of-ada', user })
}

/** From now on the device refuses every write, unless there `isRoom` again, while deleting goes on. */
export function fillDevice(isRoom = () => false) {
  const spies = (['add', 'put'] as const).map((name) => {
    const write = IDBObjectStore.prototype[name]
    return vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (
      this: IDBObjectStore,
      ...args: Parameters<typeof write>
    ) {
      if (!isRoom()) throw new DOMException('full', 'QuotaExceededError')
      return Reflect.apply(write, this, args)
    })
  })
  return { mockRestore: () => spies.forEach((spy) => spy.mockRestore()) }
}
