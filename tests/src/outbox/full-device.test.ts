import { describe, expect, it, vi } from 'vitest'
import { createMemoryOutbox } from '../../../src/outbox/store/memory-outbox.ts'
import {
  EVENT,
  USER_ID,
  bytesOf,
  choose,
  newPhoto,
  photoOf,
  put,
} from '../../support/outbox-photos.ts'
import { fillDevice, openPage, signIn } from './open-page.ts'

it('a photo in memory is once behind those on the device, until taken out', async () => {
  const memory = createMemoryOutbox()
  const photo = await choose(memory)
  await choose(memory, photo)
  const [only, ...others] = await memory.list()
  expect(others).toEqual([])
  expect(only?.seq).toBeGreaterThan(1_000_000)
  expect(await memory.remove(() => true)).toBe(1)
  expect(await memory.readBytes(photo.key)).toBeUndefined()
})

it('a device that refuses its storage has photos in memory sent, made smaller if wanted', async () => {
  const { memoryOutbox, submitAll } = await openPage()
  vi.stubGlobal('indexedDB', undefined)
  vi.spyOn(console, 'error').mockReturnValue()
  const { key } = await choose(memoryOutbox)
  await submitAll(EVENT, USER_ID, { isSmaller: true })
  expect(await memoryOutbox.list()).toMatchObject([{ key, state: 'waiting', isToShrink: true }])
})

describe('on a device without room for a word more', () => {
  it('photos of whoever signs in are shown and sent as theirs until sign-out', async () => {
    const { memoryOutbox, submitAll, currentUploads, refreshUploads } = await openPage()
    const { forgetSession, readSession, saveSession } = await import('../../../src/device/token.ts')
    const user = { id: USER_ID, name: 'Ada', phone: '15550001111', email: null }
    await saveSession({ token: 'of-whoever-was-here-before', user: { ...user, id: USER_ID + 1 } })
    fillDevice()
    await signIn()
    const photo = await choose(memoryOutbox)
    await submitAll(EVENT, USER_ID)
    await refreshUploads()
    expect(currentUploads()).toMatchObject({ photos: [{ key: photo.key }], others: [] })
    expect(await readSession()).toMatchObject({ token: 'token-of-ada', user: { id: USER_ID } })
    document.cookie = ''
    await forgetSession()
    expect(await readSession()).toBeUndefined()
    await refreshUploads()
    expect(currentUploads()).toMatchObject({ photos: [], others: [{ key: photo.key }] })
  })

  it('drafts are sent from the page, and stay until the server has them', async () => {
    const { outbox, memoryOutbox, submitAll } = await openPage()
    const photo = await choose(outbox)
    fillDevice()
    await submitAll(EVENT, USER_ID)
    expect(await memoryOutbox.list()).toMatchObject([{ key: photo.key, state: 'waiting' }])
    expect(await memoryOutbox.readBytes(photo.key)).toEqual(bytesOf(photo.key))
    expect(await outbox.list()).toMatchObject([{ key: photo.key, state: 'draft' }])
  })

  it('a draft whose post was deleted meanwhile goes with what was sent of it', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ success: false, error: 'Gone', code: 'post_deleted' }, { status: 410 }),
    )
    const { outbox, memoryOutbox, submitAll } = await openPage()
    const { pageOutboxes } = await import('../../../src/outbox/page/page-outboxes.ts')
    await signIn()
    await choose(outbox)
    const other = await choose(outbox, newPhoto({ eventHash: 'B'.repeat(22) }))
    fillDevice()
    await submitAll(EVENT, USER_ID)
    for (const { send } of pageOutboxes) send()
    const stored = async () => (await outbox.list()).map(({ key }) => key)
    await vi.waitFor(async () => expect(await stored()).toEqual([other.key]), { timeout: 60_000 })
    expect(await memoryOutbox.list()).toEqual([])
  })

  it('shared photos get an Orma in the page and stay until they are sent', async () => {
    const page = await openPage()
    const { outbox, memoryOutbox, giveShared, submitAll, currentUploads, refreshUploads } = page
    const shared = await choose(outbox, newPhoto({ eventHash: '', ownerUserId: null }))
    const other = await choose(outbox)
    fillDevice()
    await giveShared(EVENT, undefined)
    const given = { key: shared.key, eventHash: EVENT, state: 'draft' }
    expect(await memoryOutbox.list()).toMatchObject([given])
    await refreshUploads()
    expect(currentUploads().photos.map(({ eventHash }) => eventHash)).not.toContain('')
    await submitAll(EVENT, USER_ID)
    expect(await memoryOutbox.readBytes(shared.key)).toEqual(bytesOf(shared.key))
    expect(await memoryOutbox.list()).toMatchObject([
      { ...given, state: 'waiting' },
      { key: other.key, state: 'waiting' },
    ])
    expect(await outbox.list()).toMatchObject([{ key: shared.key, eventHash: '' }, other])

    await page.discardShown((await photoOf(memoryOutbox, shared.key))!)
    expect((await outbox.list()).map(({ key }) => key)).toEqual([other.key])
  })

  it('drafts go up from the page as they are, even where smaller ones are wanted', async () => {
    const { outbox, memoryOutbox, giveShared, submitAll } = await openPage()
    const shared = await choose(outbox, newPhoto({ eventHash: '', ownerUserId: null }))
    const other = await choose(outbox)
    fillDevice()
    await giveShared(EVENT, undefined)
    const here = await choose(memoryOutbox)
    await submitAll(EVENT, USER_ID, { isSmaller: true })
    expect(await memoryOutbox.list()).toMatchObject([
      { key: shared.key, state: 'waiting', isToShrink: false },
      { key: here.key, state: 'waiting', isToShrink: true },
      { key: other.key, state: 'waiting', isToShrink: false },
    ])
  })

  it('are sent from the page without the one that the device cannot read, which stays', async () => {
    const { outbox, memoryOutbox, submitAll } = await openPage()
    vi.spyOn(console, 'error').mockReturnValue()
    const draft = { state: 'draft' } as const
    const [first, odd] = [await put(outbox, draft), await put(outbox, draft)]
    const last = await put(outbox, draft)
    fillDevice()
    vi.spyOn(outbox, 'readBytes').mockImplementation(async (key) => {
      if (key === odd) throw new DOMException('The disk is broken.', 'UnknownError')
      return bytesOf(key)
    })
    await submitAll(EVENT, USER_ID)
    const waiting = [first, last].map((key) => ({ key, state: 'waiting' }))
    expect(await memoryOutbox.list()).toMatchObject(waiting)
    const stored = [first, odd, last].map((key) => ({ key, state: 'draft' }))
    expect(await outbox.list()).toMatchObject(stored)
  })

  it('a like is shown, and goes to the server from the page', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(String(address))
      return Response.json({ success: true, Likes: [] })
    })
    const { outbox, memoryOutbox, currentUploads } = await openPage()
    const { queueChange } = await import('../../../src/outbox/page/queue-change.ts')
    await signIn()
    fillDevice()
    const like = { key: crypto.randomUUID(), kind: 'like', eventHash: EVENT, postId: 7 } as const
    void queueChange({ ...like, content: null, ownerUserId: USER_ID })
    expect(currentUploads().changes).toMatchObject([like])
    await expect.poll(() => asked).toEqual([expect.stringMatching(/post\/like$/)])
    await expect.poll(() => memoryOutbox.list()).toEqual([])
    expect(await outbox.list()).toEqual([])
  })
})
