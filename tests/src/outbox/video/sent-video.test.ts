import { beforeEach, describe, expect, it } from 'vitest'
import { createDrain } from '../../../../src/outbox/queue/drain.ts'
import { discardPhoto } from '../../../../src/outbox/queue/photo-actions.ts'
import { createResumableSend } from '../../../../src/outbox/send/send-resumable.ts'
import { goesInChunks, withdrawPhoto } from '../../../../src/outbox/send/send-photo.ts'
import { isVideo } from '../../../../src/outbox/store/outbox-photo.ts'
import type { DeviceOutbox } from '../../../../src/outbox/store/outbox.ts'
import { PIECE_BYTES } from '../../../../src/outbox/store/video-pieces.ts'
import {
  NOW,
  USER_ID,
  changesIn,
  emptyOutbox,
  newChange,
  newPhoto,
  photoOf,
  put,
} from '../../../support/outbox-photos.ts'
import { fakeTusServer, silence } from '../../../support/tus-server.ts'
import type { FakeTusServer } from '../../../support/tus-server.ts'
import { stored } from '../queue/drain-fixtures.ts'
import { VIDEO_BYTES, VIDEO_SHA256, chooseVideo, sha256Of, videoFile } from './video-fixtures.ts'

let outbox: DeviceOutbox
let server: FakeTusServer
let key: string
let clock: number
/** What arrived, in order: photos by their keys, changes by their kinds; and what was `withdrawn`. */
let arrived: string[]

beforeEach(async () => {
  outbox = emptyOutbox()
  key = await chooseVideo(outbox)
  await outbox.change(key, () => ({ state: 'waiting' }))
  server = fakeTusServer((await photoOf(outbox, key))!)
  clock = 0
  arrived = []
})

/** A page or worker that has just come to life. */
function newHolder() {
  const sendInChunks = createResumableSend({ calls: server, clock: () => clock })
  return createDrain({
    outbox,
    readSender: async () => ({ token: 'token-of-ada-1', userId: USER_ID }),
    sendPhoto: async (sending) => {
      const { photo } = sending
      const answer = isVideo(photo) ? await sendInChunks(sending) : stored(photo)
      if (answer) arrived.push(photo.key)
      return answer
    },
    sendChange: async ({ kind }) => {
      arrived.push(kind)
      return {}
    },
    withdraw: (unwanted, token) => {
      arrived.push('withdrawn')
      return withdrawPhoto(unwanted, token, server, async () => undefined)
    },
    now: () => NOW,
    random: () => 0.5,
  })
}

const sentBytes = () =>
  server.asked.reduce((sum, asked) => sum + Number(/\+(\d+)/.exec(asked)?.[1] ?? 0), 0)

/** Has something happen before the chunk that follows a mebibyte, and each chunk take two seconds. */
function onTheWay(happen: () => Promise<unknown>): void {
  let isDone = false
  const append = server.append.bind(server)
  server.append = async (...chunk) => {
    clock += 2_000
    if (!isDone && chunk[1] >= PIECE_BYTES) {
      isDone = true
      await happen()
    }
    return append(...chunk)
  }
}

describe('a video', () => {
  it('arrives in chunks, byte for byte, and its pieces go then', async () => {
    expect(await newHolder()()).toBeUndefined()
    expect(sha256Of(server.bytesOf('upload-0-0'))).toBe(VIDEO_SHA256)
    expect(sentBytes()).toBe(VIDEO_BYTES.length)
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'processing' })
    expect(await outbox.readPiece(key, 0)).toBeUndefined()
  })

  it('is never read whole, and each piece at most twice', async () => {
    const reads: string[] = []
    const device = outbox
    outbox = {
      ...device,
      readBytes: () => Promise.reject(new Error('It was read whole.')),
      readPiece: (name, at) => {
        reads.push(`${name} ${at}`)
        return device.readPiece(name, at)
      },
    }
    await newHolder()()
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'processing' })
    for (const read of reads) expect(reads.filter((each) => each === read).length).toBeLessThan(3)
  })

  it('goes in chunks even where it is small', () => {
    expect(goesInChunks({ ...newPhoto({ video: { duration: 1 } }), seq: 1 })).toBe(true)
  })

  it('goes on where the server stands after its sender has died', async () => {
    server.onAsked = () => {
      if (sentBytes() > PIECE_BYTES) throw new Error('killed')
      return undefined
    }
    await newHolder()()
    await outbox.change(key, () => ({ state: 'sending', offset: 0, nextAt: 0 }))
    server.onAsked = () => undefined
    await newHolder()()
    expect(sha256Of(server.bytesOf('upload-0-0'))).toBe(VIDEO_SHA256)
    expect(server.asked.filter((asked) => asked === 'create')).toHaveLength(1)
    expect(sentBytes()).toBeLessThanOrEqual(VIDEO_BYTES.length * 1.3)
  })

  it('waits for signal with what the server has of it', async () => {
    server.onAsked = () => (sentBytes() > PIECE_BYTES ? { kept: 0, error: silence() } : undefined)
    await newHolder()()
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'waiting', reasonCode: 'no_network' })
    expect((await photoOf(outbox, key))?.offset).toBeGreaterThan(0)
  })

  it('is refused with a word where the device has lost its bytes', async () => {
    await outbox.change(key, () => ({ size: VIDEO_BYTES.length }), null)
    await newHolder()()
    expect(await photoOf(outbox, key)).toMatchObject({
      state: 'refused',
      reasonCode: 'bytes_missing',
    })
  })

  it('is refused alike where a later piece is lost', async () => {
    const whole = outbox
    outbox = {
      ...whole,
      readPiece: async (name, at) => (at > 0 ? undefined : whole.readPiece(name, at)),
    }
    await newHolder()()
    expect(await photoOf(outbox, key)).toMatchObject({
      state: 'refused',
      reasonCode: 'bytes_missing',
    })
  })
})

describe('what is done while a video is on its way', () => {
  it('goes first, and the video goes on from where it was', async () => {
    let photo = ''
    onTheWay(async () => {
      photo = await put(outbox)
      await outbox.add(newChange('like'))
    })
    await newHolder()()
    expect(arrived).toEqual(['like', photo, key])
    expect(sha256Of(server.bytesOf('upload-0-0'))).toBe(VIDEO_SHA256)
    expect(sentBytes()).toBe(VIDEO_BYTES.length)
    expect(await changesIn(outbox)).toEqual([])
  })

  it('does not hold the video up where it is not due', async () => {
    onTheWay(() => put(outbox, { nextAt: NOW + 5_000 }))
    await newHolder()()
    expect(arrived).toEqual([key])
    expect(server.asked.filter((asked) => asked === 'offset')).toEqual([])
  })

  it('takes no turn from it where it is another video', async () => {
    let later = ''
    onTheWay(async () => {
      later = await chooseVideo(outbox, videoFile())
      await outbox.change(later, () => ({ state: 'waiting' }))
    })
    await newHolder()()
    expect(arrived[0]).toBe(key)
  })

  it('takes another one out of its Orma again at once', async () => {
    onTheWay(() => put(outbox, { video: { duration: 1 }, mayBeStored: true, isUnwanted: true }))
    await newHolder()()
    expect(arrived).toEqual(['withdrawn', key])
  })

  it('stops it at once where it discards it, and the server forgets it', async () => {
    onTheWay(() => discardPhoto(outbox, key, NOW))
    await newHolder()()
    expect(arrived).toEqual(['withdrawn'])
    expect(server.asked.at(-1)).toBe('cancel')
    expect(await outbox.list()).toEqual([])
    expect(await outbox.readPiece(key, 0)).toBeUndefined()
  })
})

it('a photo goes before a video that was chosen before it', async () => {
  const photo = await put(outbox)
  await newHolder()()
  expect(arrived).toEqual([photo, key])
})
