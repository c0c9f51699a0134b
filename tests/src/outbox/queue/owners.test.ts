import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { adoptOwned, signOwned } from '../../../../src/outbox/queue/owners.ts'
import { createChangeOutbox } from '../../../../src/outbox/store/change-outbox.ts'
import type { ChangeOutbox } from '../../../../src/outbox/store/change-outbox.ts'
import { createMemoryOutbox } from '../../../../src/outbox/store/memory-outbox.ts'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import { emptyOutbox, put, waitingChange } from '../../../support/outbox-photos.ts'

const ADA = { id: 1, phone: '15550001111' }
const ADA_ANEW = { ...ADA, id: 5 }
/** Another person, who has the id that Ada had. */
const BEN = { id: 1, phone: '15550002222' }

/** A place where something of Ada's waits, with what is needed to look at it. */
type Waiting = { place: Outbox | ChangeOutbox; owners: () => Promise<unknown[]> }

async function photosIn(place: Outbox): Promise<Waiting> {
  await put(place, { ownerUserId: ADA.id })
  return { place, owners: async () => (await place.list()).map((photo) => photo.ownerUserId) }
}

const waiting: Record<string, () => Promise<Waiting>> = {
  'a photo on the device': () => photosIn(emptyOutbox()),
  'a photo in the memory of its page': () => photosIn(createMemoryOutbox()),
  'a like': async () => {
    const factory = new IDBFactory()
    const place = createChangeOutbox(() => factory)
    await place.add(waitingChange('like', { ownerUserId: ADA.id }))
    return { place, owners: async () => (await place.list()).map((like) => like.ownerUserId) }
  },
}

describe.each(Object.keys(waiting))('%s that was marked', (what) => {
  let place: Outbox | ChangeOutbox
  let owners: Waiting['owners']

  beforeEach(async () => {
    ;({ place, owners } = await waiting[what]!())
    await signOwned(place, ADA)
  })

  it('stays its person’s while others come and go, without a phone number', async () => {
    const carl = { id: 3, phone: '15550003333' }
    await adoptOwned(place, carl)
    await signOwned(place, carl)
    expect(await owners()).toEqual([ADA.id])
    expect(JSON.stringify(await place.list())).not.toContain(ADA.phone)
  })
})

describe('a photo', () => {
  it('of a user who is not known by a mark is left alone', async () => {
    const outbox = emptyOutbox()
    await put(outbox, { ownerUserId: ADA.id })
    await put(outbox, { ownerUserId: null })
    await signOwned(outbox, { ...BEN, id: 2 })
    await adoptOwned(outbox, BEN)
    await adoptOwned(outbox, { ...BEN, id: 2 })
    expect(await outbox.list()).toMatchObject([
      { ownerUserId: ADA.id, ownerMark: null },
      { ownerUserId: null, ownerMark: null },
    ])
  })

  it('on a page without https goes by the id as before', async () => {
    const outbox = emptyOutbox()
    await put(outbox, { ownerUserId: ADA.id })
    vi.stubGlobal('crypto', {})
    await signOwned(outbox, ADA)
    await adoptOwned(outbox, ADA_ANEW)
    expect(await outbox.list()).toMatchObject([{ ownerUserId: ADA.id, ownerMark: null }])
  })
})
