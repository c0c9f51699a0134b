import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Event } from '../../../contract/entities.ts'
import { readLimit } from '../../../server/uploads/upload-limits.ts'
import { startOrmaApi } from '../../support/orma-api.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'

let api: OrmaApi
let owner: Person
let event: Event

beforeEach(async () => {
  api = await startOrmaApi()
  owner = await api.signUp()
  event = await api.createOrma(owner)
})

afterEach(() => api.close())

describe('readLimit', () => {
  it('counts every post of the event, shown or not, and tells the limit that leaves less', async () => {
    const guest = await api.signUp()
    await api.addPost(event, owner)
    await api.addPost(event, owner, { status: 'READYFORPROCESSING' })
    await api.addPost(event, guest, { status: 'FAILEDPROCESSING' })
    await api.addPost(await api.createOrma(owner), owner)
    const of = { eventId: event.id, userId: guest.user.id }
    const read = (eventUploadLimit: number | undefined, userUploadLimit: number) =>
      readLimit(api.db, of, { eventUploadLimit, userUploadLimit })

    expect(await read(undefined, 5)).toEqual({ limitReached: false, used: 1, limit: 5 })
    expect(await read(4, 5)).toEqual({ limitReached: false, used: 3, limit: 4 })
    expect(await read(3, 5)).toEqual({ limitReached: true, used: 3, limit: 3 })
    expect(await read(9, 1)).toEqual({ limitReached: true, used: 1, limit: 1 })
  })
})
