import { beforeEach, describe, expect, it } from 'vitest'
import { shrinkPhotos } from '../../../../src/features/upload/shrink-deferred.ts'
import { shrinkVideos } from '../../../../src/features/upload/shrink-videos.ts'
import type { MakeVideoSmaller } from '../../../../src/features/upload/shrink-videos.ts'
import { createDrain } from '../../../../src/outbox/queue/drain.ts'
import { discardPhoto, submitDrafts } from '../../../../src/outbox/queue/photo-actions.ts'
import type { VideoToShrink } from '../../../../src/outbox/shrink/make-video-smaller.ts'
import { createPieceStore } from '../../../../src/outbox/shrink/store-smaller.ts'
import { canShrink } from '../../../../src/outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../../../../src/outbox/store/outbox-photo.ts'
import type { DeviceOutbox } from '../../../../src/outbox/store/outbox.ts'
import { PIECE_BYTES, sweepPieces } from '../../../../src/outbox/store/video-pieces.ts'
import {
  EVENT,
  NOW,
  USER_ID,
  choose,
  emptyOutbox,
  photoOf,
  postOf,
} from '../../../support/outbox-photos.ts'
import {
  VIDEO_BYTES,
  VIDEO_SHA256,
  chooseVideo,
  sha256Of,
  storedHash,
} from '../../outbox/video/video-fixtures.ts'

const HOLD_MS = 20_000
const SMALL = VIDEO_BYTES.map((byte) => 255 - byte).slice(0, PIECE_BYTES + 1000)

let outbox: DeviceOutbox
let now: number
let key: string
let sent: { photo: OutboxPhoto; sha256: string }[]

beforeEach(async () => {
  outbox = emptyOutbox()
  now = NOW
  sent = []
  key = await queue()
})

/** Chooses a video of a second, and presses UPLOAD NOW. */
async function queue(): Promise<string> {
  const chosen = await chooseVideo(outbox)
  await outbox.change(chosen, () => ({ video: { duration: 1 } }))
  await submitDrafts(outbox, EVENT, USER_ID, { isSmaller: true, now })
  return chosen
}

/** The part of the browser's codecs, which this one has not: other bytes, and fewer. */
async function storeSmall({ pieces }: VideoToShrink, small = SMALL) {
  const store = createPieceStore(outbox, { name: pieces, maxBytes: small.length })
  for (let at = 0; at < small.length; at += 300_000)
    await store.write(small.subarray(at, at + 300_000))
  return store.end()
}

const shrink = (makeSmaller: MakeVideoSmaller = (asked) => storeSmall(asked)) =>
  shrinkVideos(outbox, { makeSmaller, now: () => now })

const drain = () =>
  createDrain({
    outbox,
    readSender: async () => ({ token: 'token', userId: USER_ID }),
    sendPhoto: async ({ photo, bytes }) => {
      sent.push({ photo, sha256: sha256Of(await bytes.slice(0, bytes.size)) })
      return { limitReached: false, post: postOf(photo) }
    },
    sendChange: async () => ({}),
    withdraw: async () => ({ kind: 'deleted' }),
    now: () => now,
  })()

const sentHashes = () => sent.map(({ sha256 }) => sha256)

describe('a video that is to be made smaller', () => {
  it('goes up smaller once, under its own key, with the hash of what was chosen', async () => {
    await shrink()
    expect(await storedHash(outbox, key)).toBe(sha256Of(SMALL))
    await drain()
    expect(sentHashes()).toEqual([sha256Of(SMALL)])
    expect(sent[0]?.photo).toMatchObject({
      key,
      type: 'video/mp4',
      size: SMALL.length,
      sha256: sha256Of(SMALL),
      original_sha256: VIDEO_SHA256,
    })
  })

  it('is held for a time, and goes as chosen when that is over', async () => {
    expect(await drain()).toBe(NOW + HOLD_MS)
    expect(sent).toEqual([])
    now += HOLD_MS
    await drain()
    expect(sentHashes()).toEqual([VIDEO_SHA256])
  })

  it('is held for as long as it takes, and says how far it is', async () => {
    const shown: (number | undefined)[] = []
    await shrink(async (asked, onProgress) => {
      for (const progress of [0.2, 0.4, 0.6]) {
        now += HOLD_MS - 1
        expect(await onProgress(progress)).toBe(true)
        await drain()
        shown.push((await photoOf(outbox, key))?.shrunk)
      }
      return storeSmall(asked)
    })
    await drain()
    expect(shown).toEqual([0.2, 0.4, 0.6])
    expect(sentHashes()).toEqual([sha256Of(SMALL)])
  })

  it('leaves nothing of what was chosen on the device, nor in the end of itself', async () => {
    let name = ''
    await shrink((asked) => {
      name = asked.pieces
      return storeSmall(asked)
    })
    expect(await outbox.readPiece(key, 0)).toBeUndefined()
    expect(await outbox.readPiece(name, 1)).toBeDefined()
    await drain()
    expect(await outbox.readPiece(name, 1)).toBeUndefined()
  })

  it('keeps what there is of it while another page sweeps', async () => {
    await shrink(async (asked) => {
      const smaller = await storeSmall(asked)
      await sweepPieces(outbox)
      expect(await storedHash(outbox, key)).toBe(VIDEO_SHA256)
      return smaller
    })
    await sweepPieces(outbox)
    expect(await storedHash(outbox, key)).toBe(sha256Of(SMALL))
  })

  it('is never changed once it is on its way, however late the smaller one comes', async () => {
    let name = ''
    await shrink(async (asked, onProgress) => {
      name = asked.pieces
      const smaller = await storeSmall(asked)
      now += HOLD_MS
      await outbox.change(key, () => ({ state: 'sending', isToShrink: false }))
      expect(await onProgress(0.9)).toBe(false)
      return smaller
    })
    expect(await storedHash(outbox, key)).toBe(VIDEO_SHA256)
    expect(await outbox.readPiece(name, 0)).toBeUndefined()
  })

  it('goes once and whole where two pages make it smaller at once', async () => {
    const others = SMALL.map((byte) => byte ^ 1)
    await Promise.all([shrink(), shrink((asked) => storeSmall(asked, others))])
    await drain()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.sha256).toBe(sent[0]?.photo.sha256)
  })

  it('goes as chosen where its page dies in the middle, once', async () => {
    void shrink(async (asked) => {
      await storeSmall(asked)
      return new Promise(() => undefined)
    })
    await expect.poll(() => photoOf(outbox, key)).toMatchObject({ isToShrink: true })
    now += HOLD_MS
    await drain()
    await drain()
    expect(sentHashes()).toEqual([VIDEO_SHA256])
  })

  it('goes as chosen at once where it cannot be made smaller', async () => {
    let name = ''
    await shrink(async (asked) => {
      name = asked.pieces
      await storeSmall(asked)
      throw new Error('It is hardly smaller.')
    })
    await drain()
    expect(sentHashes()).toEqual([VIDEO_SHA256])
    expect(await outbox.readPiece(name, 0)).toBeUndefined()
  })

  it('ends where it is discarded meanwhile, and nothing of it stays', async () => {
    let name = ''
    await shrink(async (asked, onProgress) => {
      name = asked.pieces
      await storeSmall(asked)
      await discardPhoto(outbox, key, now)
      expect(await onProgress(0.5)).toBe(false)
      return undefined
    })
    expect(await outbox.list()).toEqual([])
    for (const each of [key, name]) expect(await outbox.readPiece(each, 0)).toBeUndefined()
  })

  it('waits for those before it, held by their progress', async () => {
    const other = await queue()
    const order: string[] = []
    await shrink(async (asked, onProgress) => {
      order.push(asked.video.key)
      now += HOLD_MS - 1
      await onProgress(0.5)
      now += HOLD_MS - 1
      return storeSmall(asked)
    })
    expect(order).toEqual([key, other])
    expect(await storedHash(outbox, other)).toBe(sha256Of(SMALL))
  })

  it('is held while the photos go first', async () => {
    const photo = await choose(outbox)
    await submitDrafts(outbox, EVENT, USER_ID, { isSmaller: true, now })
    now += HOLD_MS - 1
    const asked: number[] = []
    await shrinkPhotos(outbox, {
      makeSmaller: async (bytes) => void asked.push(bytes.byteLength),
      now: () => now,
    })
    now += HOLD_MS - 1
    await shrink()
    expect(asked).toHaveLength(1)
    expect(await photoOf(outbox, photo.key)).toMatchObject({ isToShrink: false })
    expect(await storedHash(outbox, key)).toBe(sha256Of(SMALL))
  })
})

it.each([
  ['of a phone, as is', { duration: 10 }, 20_000_000, true],
  ['of few bits a second', { duration: 10 }, 3_500_000, false],
  ['of which this is not known', { duration: null }, 20_000_000, false],
])('a video %s', (_name, video, size, isTrue) => {
  expect(canShrink({ type: 'video/mp4', video, size })).toBe(isTrue)
})
