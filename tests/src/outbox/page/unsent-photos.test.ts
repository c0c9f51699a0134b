import { describe, expect, it, vi } from 'vitest'
import { bytesOf, newPhoto, photoOf, put } from '../../../support/outbox-photos.ts'
import { openPage } from '../open-page.ts'

describe('the photos that are here alone', () => {
  it('are those of the device and of this page, each once, without discarded ones', async () => {
    const { outbox, memoryOutbox } = await openPage()
    const { listUnsent } = await import('../../../../src/outbox/page/unsent-photos.ts')
    const stored = await put(outbox, { state: 'draft' })
    await put(outbox, { state: 'processing', postId: 1 })
    await put(outbox, { mayBeStored: true, isUnwanted: true })
    await memoryOutbox.add((await photoOf(outbox, stored))!, bytesOf(stored))
    const unsaved = newPhoto()
    await memoryOutbox.add(unsaved, bytesOf(unsaved.key))
    expect(await listUnsent()).toMatchObject([
      { key: stored, isInMemory: false },
      { key: unsaved.key, isInMemory: true },
    ])
  })

  it('are those of this page where the device refuses its storage', async () => {
    const { memoryOutbox } = await openPage()
    vi.stubGlobal('indexedDB', undefined)
    const { listUnsent } = await import('../../../../src/outbox/page/unsent-photos.ts')
    const unsaved = newPhoto()
    await memoryOutbox.add(unsaved, bytesOf(unsaved.key))
    expect(await listUnsent()).toMatchObject([{ key: unsaved.key }])
  })
})
