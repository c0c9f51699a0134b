import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EVENT, USER_ID, photoOf, put } from '../../../support/outbox-photos.ts'

/** Requests to the server, as `method path`. */
let asked: string[]

// A page and a device of its own, with somebody signed in, on a browser without a worker.
beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('document', { cookie: 'token=token-of-ada' })
  asked = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`)
    const headers = {
      location: '/api/events/AAAAAAAAAAAAAAAAAAAAAA/uploads/1',
      'upload-offset': '0',
    }
    return new Response(null, { status: method === 'POST' ? 201 : 204, headers })
  })
  const { saveSession } = await import('../../../../src/device/token.ts')
  const user = { id: USER_ID, name: 'Ada', phone: '15550001111', email: null }
  await saveSession({ token: 'token-of-ada', user })
})

describe('a photo discarded on a full device', () => {
  it('is asked for where whoever sends has said that it is on its way, whatever its record says', async () => {
    const { outbox } = await import('../../../../src/outbox/store/outbox.ts')
    const { discardShown } = await import('../../../../src/outbox/page/discard-shown.ts')
    const key = await put(outbox)
    const shown = { ...(await photoOf(outbox, key))!, state: 'sending' as const }
    fill()
    await discardShown(shown)
    await expect.poll(() => outbox.list(), { timeout: 30_000 }).toEqual([])
    expect(asked.map((request) => request.split(' ')[0])).toEqual(['POST', 'DELETE'])
  })

  it('goes at once where it is shown as waiting', async () => {
    const { outbox } = await import('../../../../src/outbox/store/outbox.ts')
    const { discardShown } = await import('../../../../src/outbox/page/discard-shown.ts')
    const key = await put(outbox)
    fill()
    await discardShown((await photoOf(outbox, key))!)
    expect(await outbox.list()).toEqual([])
    expect(asked).toEqual([])
  })

  it('does not come back as the draft that it was sent from', async () => {
    const { outbox } = await import('../../../../src/outbox/store/outbox.ts')
    const { memoryOutbox, submitAll } =
      await import('../../../../src/outbox/page/photos-in-memory.ts')
    const { discardShown } = await import('../../../../src/outbox/page/discard-shown.ts')
    const key = await put(outbox, { state: 'draft' })
    const other = await put(outbox, { state: 'draft' })
    fill()
    await submitAll(EVENT, USER_ID)
    await discardShown((await photoOf(memoryOutbox, key))!)
    expect(await memoryOutbox.list()).toMatchObject([{ key: other }])
    expect(await outbox.list()).toMatchObject([{ key: other, state: 'draft' }])
  })

  it('is asked for before its user leaves, who waits for nothing longer than some seconds', async () => {
    const { outbox } = await import('../../../../src/outbox/store/outbox.ts')
    const { discardBeforeLeaving } =
      await import('../../../../src/outbox/page/discard-before-leaving.ts')
    await put(outbox, { mayBeStored: true })
    await put(outbox)
    fill()
    await discardBeforeLeaving(USER_ID)
    expect(await outbox.list()).toEqual([])
    expect(asked.map((request) => request.split(' ')[0])).toEqual(['POST', 'DELETE'])
  })
})

/** From now on the device refuses every write. */
function fill() {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
}
