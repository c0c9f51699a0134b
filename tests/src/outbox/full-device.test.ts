import { describe, expect, it, vi } from 'vitest'
import { createMemoryOutbox } from '../../../src/outbox/page/page-outboxes.ts'
import { EVENT, USER_ID, choose } from '../../support/outbox-photos.ts'
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
  await submitAll(EVENT, USER_ID, true)
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

  it('drafts stay what they are, which UPLOAD NOW tells, and others go up', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { outbox, memoryOutbox, submitAll } = await openPage()
    const stored = await choose(outbox)
    const other = await choose(memoryOutbox)
    fillDevice()
    expect(await submitAll(EVENT, USER_ID)).toBe(false)
    expect(await outbox.list()).toMatchObject([{ key: stored.key, state: 'draft' }])
    expect(await memoryOutbox.list()).toMatchObject([{ key: other.key, state: 'waiting' }])
  })

  it('a like is shown, and goes to the server from the page', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(String(address))
      return Response.json({ success: true, Likes: [] })
    })
    const { outbox, memoryOutbox, currentUploads } = await openPage()
    const { queueChange } = await import('../../../src/outbox/page/upload-driver.ts')
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
