import { IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../../src/api/api-error.ts'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import type { OutboxPhoto } from '../../../../src/outbox/store/outbox-photo.ts'
import { createDrain } from '../../../../src/outbox/queue/drain.ts'
import { bindDrafts } from '../../../../src/outbox/queue/queue-hints.ts'
import type { Sender } from '../../../../src/outbox/queue/photo-turn.ts'
import {
  discardPhoto,
  discardUnsent,
  retryClosed,
  retryPhoto,
  submitDrafts,
} from '../../../../src/outbox/queue/photo-actions.ts'
import type { UploadAnswer, Verdict } from '../../../../src/outbox/send/upload-answer.ts'
import {
  EVENT,
  NOW,
  USER_ID,
  bytesOf,
  emptyOutbox,
  photoOf,
  postOf,
  put,
} from '../../../support/outbox-photos.ts'

let outbox: Outbox
let now: number
let sender: Sender | undefined
/** Keys of the requests made, in order. */
let sent: string[]
/** What the server answers, by photo; it stores what is not named. */
let answers: Map<string, () => UploadAnswer | Promise<UploadAnswer>>
/** What the server says of photos that are not wanted any more. */
let withdrawn: Verdict

beforeEach(() => {
  outbox = emptyOutbox()
  now = NOW
  sender = { token: 'token-of-ada-1', userId: USER_ID }
  sent = []
  answers = new Map()
  withdrawn = { kind: 'deleted' }
})

const drain = () =>
  createDrain({
    outbox,
    readSender: async () => sender,
    send: async ({ photo, bytes, note }) => {
      expect(bytes).toEqual(bytesOf(photo.key))
      sent.push(photo.key)
      await note({ mayBeStored: true })
      return (await answers.get(photo.key)?.()) ?? stored(photo)
    },
    withdraw: async () => withdrawn,
    now: () => now,
    random: () => 0.5,
  })()

const stored = (photo: OutboxPhoto): UploadAnswer => ({ limitReached: false, post: postOf(photo) })

function refuse(key: string, status: number, code = 'some_code', retryAfterSeconds?: number) {
  answers.set(key, () => {
    throw new ApiError(status, `reason of ${status}`, {
      code,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    })
  })
}

describe('drain', () => {
  it('sends what waits, oldest first, one at a time', async () => {
    const keys = [await put(outbox), await put(outbox), await put(outbox)]
    let open = 0
    for (const key of keys) {
      answers.set(key, async () => {
        open += 1
        expect(open).toBe(1)
        await Promise.resolve()
        open -= 1
        return stored((await photoOf(outbox, key))!)
      })
    }
    await drain()
    expect(sent).toEqual(keys)
  })

  it('sends no draft, and nothing that is done or refused', async () => {
    for (const state of ['draft', 'processing', 'done', 'refused'] as const) {
      await put(outbox, { state })
    }
    expect(await drain()).toBeUndefined()
    expect(sent).toEqual([])
  })

  it('lets go of the bytes only after the server has answered with their hash', async () => {
    const key = await put(outbox)
    answers.set(key, async () => {
      expect(await outbox.readBytes(key)).toEqual(bytesOf(key))
      return stored((await photoOf(outbox, key))!)
    })
    await drain()
    expect(await outbox.readBytes(key)).toBeUndefined()
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'processing', pollsLeft: 5 })
  })

  it('keeps a photo whose hash the server answers differently, and says so', async () => {
    const key = await put(outbox)
    answers.set(key, () => ({
      limitReached: false,
      post: postOf({ seq: 1, sha256: 'another' }),
    }))
    await drain()
    expect(await photoOf(outbox, key)).toMatchObject({
      state: 'refused',
      reasonCode: 'sha256_mismatch',
    })
    expect(await outbox.readBytes(key)).toEqual(bytesOf(key))
  })

  it('sends each photo once when two drains start at once', async () => {
    const keys = [await put(outbox), await put(outbox)]
    await Promise.all([drain(), drain()])
    expect(sent).toEqual(keys)
  })

  it('leaves a photo alone that another page or the worker is sending, and comes back soon', async () => {
    const key = await put(outbox)
    let second: number | undefined
    answers.set(key, async () => {
      answers.delete(key)
      second = await drain()
      return stored((await photoOf(outbox, key))!)
    })
    await drain()
    expect(sent).toEqual([key])
    expect(second).toBeLessThanOrEqual(now + 5000)
  })

  it('sends again what was on its way when its sender died', async () => {
    const key = await put(outbox, { state: 'sending' })
    await drain()
    expect(sent).toEqual([key])
  })

  it('sets aside a photo the server refuses, with its reason, and goes on with the next', async () => {
    const [damaged, whole] = [await put(outbox), await put(outbox)]
    refuse(damaged, 422, 'damaged_image')
    await drain()
    await drain()
    expect(sent).toEqual([damaged, whole])
    expect(await photoOf(outbox, damaged)).toMatchObject({
      state: 'refused',
      reason: 'reason of 422',
      reasonCode: 'damaged_image',
    })
    expect(await outbox.readBytes(damaged)).toEqual(bytesOf(damaged))
    expect(await photoOf(outbox, whole)).toMatchObject({ state: 'processing' })
  })

  it('sends a refused photo again when asked to', async () => {
    const key = await put(outbox)
    refuse(key, 415)
    await drain()
    await retryPhoto(outbox, key, now)
    answers.clear()
    await drain()
    expect(sent).toEqual([key, key])
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'processing', reason: null })
  })

  it('sets a photo aside that comes after the uploads were closed, and sends it once they are open', async () => {
    const [key, other] = [await put(outbox), await put(outbox, { eventHash: 'B'.repeat(22) })]
    const full = await put(outbox)
    for (const closed of [key, other]) refuse(closed, 403, 'window_closed')
    refuse(full, 422, 'too_dark')
    await drain()
    await drain()
    expect(sent).toEqual([key, other, full])
    const refused = { state: 'refused', reason: 'reason of 403', reasonCode: 'window_closed' }
    expect(await photoOf(outbox, key)).toMatchObject(refused)
    expect(await outbox.readBytes(key)).toEqual(bytesOf(key))

    answers.clear()
    expect(await retryClosed(outbox, EVENT, now)).toBe(1)
    await drain()
    expect(sent).toEqual([key, other, full, key])
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'processing', reasonCode: null })
    expect(await photoOf(outbox, other)).toMatchObject(refused)
    expect(await retryClosed(outbox, EVENT, now)).toBe(0)
  })

  it('sets a photo aside when the limit is reached', async () => {
    const key = await put(outbox)
    answers.set(key, () => ({ limitReached: true, post: null }))
    await drain()
    expect(await photoOf(outbox, key)).toMatchObject({
      state: 'refused',
      reasonCode: 'limit_reached',
    })
    expect(await outbox.readBytes(key)).toBeDefined()
  })

  it('forgets a photo whose post was deleted', async () => {
    const key = await put(outbox)
    refuse(key, 410)
    await drain()
    expect(await outbox.list()).toEqual([])
    expect(await outbox.readBytes(key)).toBeUndefined()
  })

  it('asks once with a token that the server does not know, and goes on with the next one', async () => {
    const keys = [await put(outbox), await put(outbox)]
    refuse(keys[0]!, 401)
    expect(await drain()).toBeUndefined()
    await drain()
    expect(sent).toEqual([keys[0]])
    sender = { token: 'token-of-ada-2', userId: USER_ID }
    answers.clear()
    await drain()
    expect(sent).toEqual([keys[0], ...keys])
  })

  it("never sends another user's photos", async () => {
    const key = await put(outbox, { ownerUserId: USER_ID + 1 })
    await drain()
    sender = undefined
    await drain()
    expect(sent).toEqual([])
    sender = { token: 'token-of-bob-1', userId: USER_ID + 1 }
    await drain()
    expect(sent).toEqual([key])
  })
})

describe('drain without an answer about the photo', () => {
  it('waits 1, 2, 4 … 60 s and never gives up', async () => {
    const key = await put(outbox)
    refuse(key, 500, 'no_answer')
    const waits: number[] = []
    for (let attempt = 0; attempt < 9; attempt++) {
      const dueAt = (await drain())!
      waits.push((dueAt - now) / 1000)
      now = dueAt
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    expect(sent).toHaveLength(9)
    expect(await outbox.readBytes(key)).toEqual(bytesOf(key))
  })

  it('waits as long as the server says', async () => {
    const key = await put(outbox)
    refuse(key, 429, 'too_many_requests', 30)
    expect(await drain()).toBe(now + 30_000)
    now += 29_999
    expect(await drain()).toBe(now + 1)
    expect(sent).toHaveLength(1)
  })

  it.each([408, 409, 425, 429, 500, 502, 503, 504, 507])('sends again after %i', async (status) => {
    const key = await put(outbox)
    refuse(key, status)
    now = (await drain())!
    answers.clear()
    await drain()
    expect(sent).toEqual([key, key])
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'processing' })
  })

  it("takes a strange page's 401, 403 and 200 for no answer at all", async () => {
    for (const status of [401, 403, 502]) {
      const key = await put(outbox)
      refuse(key, status, 'unexpected_answer')
      expect(await drain()).toBe(now + 1000)
      expect(await photoOf(outbox, key)).toMatchObject({ state: 'waiting' })
      await outbox.remove(() => true)
    }
  })

  it('keeps the others behind the oldest while there is no network', async () => {
    const [first, second] = [await put(outbox), await put(outbox)]
    refuse(first, 500, 'no_answer')
    for (let attempt = 0; attempt < 8; attempt++) now = (await drain())!
    expect(sent).not.toContain(second)
  })

  it('lets the others pass a photo that alone fails again and again', async () => {
    const [odd, next] = [await put(outbox), await put(outbox)]
    refuse(odd, 500, 'surprise')
    for (let attempt = 0; attempt < 5; attempt++) now = (await drain())!
    expect(sent.filter((key) => key === next)).toHaveLength(1)
    expect(await photoOf(outbox, odd)).toMatchObject({ state: 'waiting' })
  })

  it('does not wait for a time that a changed clock has put far away', async () => {
    const key = await put(outbox, { nextAt: NOW + 365 * 24 * 60 * 60_000 })
    await drain()
    expect(sent).toEqual([key])
  })
})

describe('drain on a phone whose clock was set', () => {
  const YEAR_MS = 365 * 24 * 60 * 60_000

  it.each([
    ['forward', YEAR_MS],
    ['back', -YEAR_MS],
    ['back by less than an hour', -40 * 60_000],
  ])('sends at once what waited before it was put %s', async (_which, jumpMs) => {
    const key = await put(outbox)
    refuse(key, 500)
    for (let attempt = 0; attempt < 8; attempt++) now = (await drain())!
    await drain()
    answers.clear()
    now += jumpMs
    await drain()
    expect(await photoOf(outbox, key)).toMatchObject({
      state: 'processing',
      original_date: '2026-06-20T20:00:00.000+02:00',
    })
  })

  it('sends a photo that has waited for 30 days', async () => {
    const key = await put(outbox)
    now += 30 * 24 * 60 * 60_000
    await drain()
    expect(sent).toEqual([key])
  })
})

describe('drain on a full device', () => {
  it('sends what is there, which makes room again', async () => {
    const keys = [await put(outbox), await put(outbox)]
    // Since the photos are kept nothing can be written any more, while deleting goes on.
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await drain()
    full.mockRestore()
    expect(sent).toEqual(keys)
    expect(await outbox.list()).toEqual([])
  })
})

describe('drain without Web Locks', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', {})
  })

  it('leaves the outbox to whoever is at it, and lets the next one in after that', async () => {
    const key = await put(outbox)
    let second: number | undefined
    answers.set(key, async () => {
      answers.delete(key)
      second = await drain()
      return stored((await photoOf(outbox, key))!)
    })
    await drain()
    expect(sent).toEqual([key])
    expect(second).toBe(now + 2000)
    const next = await put(outbox)
    await drain()
    expect(sent).toEqual([key, next])
  })

  it('waits 60 s for a holder that has died, and no longer when the clock was put back', async () => {
    const dead = { holder: 'dead', nextAt: now + 60_000, waitMs: 60_000 }
    const key = await put(outbox)
    await outbox.writeNote('lease orma-upload', dead)
    now += 59_999
    expect(await drain()).toBe(now + 2000)
    expect(sent).toEqual([])
    now += 1
    await drain()
    expect(sent).toEqual([key])

    const next = await put(outbox)
    await outbox.writeNote('lease orma-upload', { ...dead, nextAt: now + 61_000 })
    await drain()
    expect(sent).toEqual([key, next])
  })
})

describe('a photo discarded while it waits', () => {
  it('goes at once where nothing of it was sent', async () => {
    const key = await put(outbox)
    expect(await discardPhoto(outbox, key, now)).toBe(true)
    await drain()
    expect(sent).toEqual([])
  })

  it('goes when the server says that it has not arrived', async () => {
    const key = await put(outbox)
    refuse(key, 500, 'timed_out')
    await drain()
    expect(await discardPhoto(outbox, key, now)).toBe(false)
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'waiting', isUnwanted: true })
    await drain()
    expect(sent).toEqual([key])
    expect(await outbox.list()).toEqual([])
  })

  it('is uploaded where the server says that it has arrived', async () => {
    const key = await put(outbox)
    refuse(key, 500, 'timed_out')
    await drain()
    await discardPhoto(outbox, key, now)
    withdrawn = { kind: 'stored', post: stored((await photoOf(outbox, key))!).post! }
    await drain()
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'processing', isUnwanted: false })
  })

  it('is asked after until the server answers', async () => {
    const key = await put(outbox)
    refuse(key, 500, 'timed_out')
    await drain()
    await discardPhoto(outbox, key, now)
    withdrawn = { kind: 'later', reason: 'nothing came', code: 'no_answer', isNetwork: true }
    now = (await drain())!
    withdrawn = { kind: 'deleted' }
    await drain()
    expect(await outbox.list()).toEqual([])
    expect(sent).toEqual([key])
  })
})

describe('signing out with photos that wait', () => {
  it('stops what is on its way, and sends nothing until the same user is back', async () => {
    const keys = [await put(outbox), await put(outbox), await put(outbox)]
    answers.set(keys[0]!, () => {
      sender = undefined
      throw new ApiError(401, 'no', { code: 'unauthorized' })
    })
    await drain()
    sender = { token: 'token-of-bob-1', userId: USER_ID + 1 }
    now += 10 * 60_000
    await drain()
    expect(sent).toEqual([keys[0]])
    sender = { token: 'token-of-ada-2', userId: USER_ID }
    answers.clear()
    await drain()
    expect(sent).toEqual([keys[0], ...keys])
  })

  it('tells whoever is sending that its user has gone', async () => {
    const key = await put(outbox)
    const told: boolean[] = []
    const drainWithNotes = createDrain({
      outbox,
      readSender: async () => sender,
      send: async ({ note }) => {
        told.push(await note({ offset: 1 }))
        sender = undefined
        told.push(await note({ offset: 2 }))
        return undefined
      },
      withdraw: async () => withdrawn,
      now: () => now,
    })
    await drainWithNotes()
    expect(told).toEqual([true, false])
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'waiting', offset: 2 })
  })

  it('forgets what is on this device alone where that is wanted, and nobody else’s', async () => {
    await put(outbox, { state: 'draft' })
    await put(outbox, { state: 'refused' })
    const stored = await put(outbox, { state: 'processing', postId: 1 })
    const others = await put(outbox, { ownerUserId: USER_ID + 1 })
    await discardUnsent(outbox, USER_ID)
    expect((await outbox.list()).map(({ key }) => key)).toEqual([stored, others])
  })
})

describe('UPLOAD NOW', () => {
  it('sends one set however quickly it is pressed twice', async () => {
    const keys = [await put(outbox, { state: 'draft' }), await put(outbox, { state: 'draft' })]
    await Promise.all([
      submitDrafts(outbox, EVENT, USER_ID, { now }),
      submitDrafts(outbox, EVENT, USER_ID, { now }),
    ])
    await Promise.all([drain(), drain()])
    expect(sent).toEqual(keys)
  })
})

describe('drafts', () => {
  it('chosen before signing in belong to whoever signs in, and go at UPLOAD NOW', async () => {
    const key = await put(outbox, { state: 'draft', ownerUserId: null })
    await bindDrafts(outbox, USER_ID)
    await drain()
    expect(sent).toEqual([])
    expect(await submitDrafts(outbox, EVENT, USER_ID + 1)).toBe(0)
    expect(await submitDrafts(outbox, EVENT, USER_ID, { now })).toBe(1)
    await drain()
    expect(sent).toEqual([key])
  })
})
