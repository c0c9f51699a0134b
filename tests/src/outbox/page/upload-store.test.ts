import { describe, expect, it } from 'vitest'
import { EVENT, bytesOf, newPhoto, photoOf, put } from '../../../support/outbox-photos.ts'
import { openPage } from '../open-page.ts'

describe('the uploads of a page', () => {
  it('are told of when the outbox was first read and when it changes', async () => {
    const { memoryOutbox, refreshUploads, subscribeToUploads } = await openPage()
    let count = 0
    const unsubscribe = subscribeToUploads(() => (count += 1))
    await refreshUploads()
    expect(count).toBe(1)
    await refreshUploads()
    expect(count).toBe(1)

    const photo = newPhoto()
    await memoryOutbox.add(photo, bytesOf(photo.key))
    await refreshUploads()
    expect(count).toBe(2)
    await memoryOutbox.remove(({ key }) => key === photo.key)
    await refreshUploads()
    expect(count).toBe(3)
    await refreshUploads()
    expect(count).toBe(3)
    unsubscribe()
  })

  it('have the state that their sender tells of on a full device', async () => {
    const { outbox, currentUploads, subscribeToUploads } = await openPage()
    const { announceUnwritten } = await import('../../../../src/outbox/queue/announce.ts')
    const key = await put(outbox, { ownerUserId: null })
    const unsubscribe = subscribeToUploads(() => undefined)
    const states = () => currentUploads().photos.map(({ state, reason }) => [state, reason])
    await expect.poll(states, { timeout: 30_000 }).toEqual([['waiting', null]])
    const photo = (await photoOf(outbox, key))!
    announceUnwritten([{ ...photo, state: 'refused', reason: 'This photo is damaged.' }])
    await expect.poll(states, { timeout: 30_000 }).toEqual([['refused', 'This photo is damaged.']])
    announceUnwritten([])
    await expect.poll(states, { timeout: 30_000 }).toEqual([['waiting', null]])
    unsubscribe()
  })

  it('may be known to be on the server, and discarded, by whoever sends alone', async () => {
    const { outbox, currentUploads, subscribeToUploads } = await openPage()
    const { announceUnwritten } = await import('../../../../src/outbox/queue/announce.ts')
    const key = await put(outbox, { ownerUserId: null })
    const unsubscribe = subscribeToUploads(() => undefined)
    const photo = (await photoOf(outbox, key))!
    announceUnwritten([{ ...photo, mayBeStored: true, isUnwanted: true }])
    const shown = () => currentUploads().photos[0]
    await expect
      .poll(shown, { timeout: 30_000 })
      .toMatchObject({ state: 'waiting', mayBeStored: true, isUnwanted: true })
    unsubscribe()
  })

  it('do not count what another user has discarded as waiting for that user', async () => {
    const { outbox, currentUploads, refreshUploads } = await openPage()
    const key = await put(outbox)
    await put(outbox, { mayBeStored: true, isUnwanted: true })
    await refreshUploads()
    expect(currentUploads()).toMatchObject({ others: [{ key }] })
  })

  it('are told of at once to whoever begins to follow an Orma’s', async () => {
    const { refreshUploads } = await openPage()
    const { followUploads } = await import('../../../../src/outbox/page/follow-uploads.ts')
    const told: unknown[] = []
    await refreshUploads()
    followUploads(EVENT, (progress) => told.push(progress))()
    expect(told).toEqual([{ safe: 0, progress: undefined }])
  })
})
