import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OutboxPhoto } from '../../../../src/outbox/store/outbox-photo.ts'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import { bytesOf, choose, EVENT, photoOf, put, USER_ID } from '../../../support/outbox-photos.ts'
import { fillDevice, openPage, signIn } from '../open-page.ts'

const FILE = new File(['photo'], 'a.jpg', { type: 'image/jpeg' })

let page: Awaited<ReturnType<typeof openPage>>
let outbox: Outbox
let memoryOutbox: Outbox

beforeEach(async () => {
  page = await openPage()
  ;({ outbox, memoryOutbox } = page)
})

/** Gives where the photo that is chosen is kept. */
async function keep() {
  const { readPhoto } = await import('../../../../src/outbox/store/queue-photo.ts')
  return page.keepPhoto(await readPhoto(FILE, { eventHash: EVENT, userId: USER_ID }))
}

/** Has the device report a failure of a photo that it has stored. */
function failAfterStoring(): void {
  vi.spyOn(console, 'error').mockReturnValue()
  const add = outbox.add.bind(outbox)
  vi.spyOn(outbox, 'add').mockImplementationOnce(async (...photo) => {
    await add(...photo)
    throw new DOMException('The connection was lost.', 'UnknownError')
  })
}

it('a photo is kept once that the device has stored and reports as failed', async () => {
  failAfterStoring()
  expect(await keep()).toBe('device')
  expect(await outbox.list()).toMatchObject([{ name: 'a.jpg', state: 'draft' }])
  expect(await memoryOutbox.list()).toEqual([])
})

it('a photo in memory and on the device has one key, for one post', async () => {
  failAfterStoring()
  vi.spyOn(outbox, 'list').mockRejectedValueOnce(new DOMException('lost', 'UnknownError'))
  expect(await keep()).toBe('memory')
  const [stored] = await outbox.list()
  expect(await memoryOutbox.list()).toMatchObject([{ key: stored?.key }])
})

it('a photo is kept in memory that the device has no room for', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  fillDevice()
  expect(await keep()).toBe('memory')
  expect(await outbox.list()).toEqual([])
  expect(await memoryOutbox.list()).toMatchObject([{ name: 'a.jpg', isInMemory: true }])
})

describe('the photos that are here alone', () => {
  it('are those of the device and of this page, each once, without discarded ones', async () => {
    const { listUnsent } = await import('../../../../src/outbox/page/page-outboxes.ts')
    const stored = await put(outbox, { state: 'draft' })
    await put(outbox, { state: 'processing', postId: 1 })
    await put(outbox, { mayBeStored: true, isUnwanted: true })
    await memoryOutbox.add((await photoOf(outbox, stored))!, bytesOf(stored))
    const unsaved = await choose(memoryOutbox)
    expect(await listUnsent()).toMatchObject([
      { key: stored, isInMemory: false },
      { key: unsaved.key, isInMemory: true },
    ])
  })

  it('are those of this page where the device refuses its storage', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const { listUnsent } = await import('../../../../src/outbox/page/page-outboxes.ts')
    const unsaved = await choose(memoryOutbox)
    expect(await listUnsent()).toMatchObject([{ key: unsaved.key }])
  })
})

describe('the uploads of a page', () => {
  it('are told of when the outbox was first read and when it changes', async () => {
    const { refreshUploads, subscribeToUploads } = page
    let count = 0
    const unsubscribe = subscribeToUploads(() => (count += 1))
    await refreshUploads()
    expect(count).toBe(1)
    await refreshUploads()
    expect(count).toBe(1)

    await choose(memoryOutbox)
    await refreshUploads()
    expect(count).toBe(2)
    await memoryOutbox.remove(() => true)
    await refreshUploads()
    await refreshUploads()
    expect(count).toBe(3)
    unsubscribe()
  })

  it('do not count what another user has discarded as waiting for that user', async () => {
    const { currentUploads, refreshUploads } = page
    const key = await put(outbox)
    await put(outbox, { mayBeStored: true, isUnwanted: true })
    await refreshUploads()
    expect(currentUploads()).toMatchObject({ others: [{ key }] })
  })

  it('are published at once to pages without the outbox', async () => {
    const { refreshUploads } = page
    const { publishUploads } = await import('../../../../src/outbox/page/use-uploads.ts')
    const { publishedUploads } = await import('../../../../src/outbox/page/published-uploads.ts')
    await put(outbox, { ownerUserId: null })
    await refreshUploads()
    publishUploads()()
    expect(publishedUploads().progressOf(EVENT)).toMatchObject({ safe: 0, progress: 0 })
  })
})

it('a photo discarded on a full device goes at once', async () => {
  for (const sent of [{}, { state: 'sending', mayBeStored: true } as const]) {
    const key = await put(outbox, sent)
    const full = fillDevice()
    await page.discardShown((await photoOf(outbox, key))!)
    full.mockRestore()
    expect(await outbox.list()).toEqual([])
  }
})

it('a discarded photo is asked for before its user leaves, without a worker too', async () => {
  /** What the server is asked, by method. */
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_url: string, { method }: { method: string }) => {
    asked.push(method)
    const headers = { location: `/api/events/${EVENT}/uploads/1`, 'upload-offset': '0' }
    return new Response(null, { status: method === 'POST' ? 201 : 204, headers })
  })
  await signIn()
  const { discardBeforeLeaving } = await import('../../../../src/outbox/page/discard.ts')
  await put(outbox, { mayBeStored: true })
  await put(outbox)
  await discardBeforeLeaving(USER_ID)
  expect(await outbox.list()).toEqual([])
  expect(asked).toEqual(['POST', 'DELETE'])
})

it('photos taken out of their Orma are forgotten at a word, no others', async () => {
  await put(outbox, { state: 'done', postId: 1, postStatus: 'GONE' })
  await put(memoryOutbox, { state: 'done', postId: 2, postStatus: 'GONE' })
  const shown = await put(outbox, { state: 'done', postId: 3, postStatus: 'COMPLETED' })
  const [ofDevice, ofPage] = [await outbox.list(), await memoryOutbox.list()]
  const photos = [...ofDevice, ...ofPage] as OutboxPhoto[]
  await page.forgetRemoved(photos.filter(({ postStatus }) => postStatus === 'GONE'))
  expect(await outbox.list()).toMatchObject([{ key: shown }])
  expect(await memoryOutbox.list()).toEqual([])
})
