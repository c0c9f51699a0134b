import { beforeEach, describe, expect, it, vi } from 'vitest'
import { unwant } from '../../../../src/outbox/queue/photo-actions.ts'
import type { DeviceOutbox } from '../../../../src/outbox/store/outbox.ts'
import { PIECE_BYTES, sweepPieces } from '../../../../src/outbox/store/video-pieces.ts'
import { bytesOf, choose, emptyOutbox, photoOf } from '../../../support/outbox-photos.ts'
import { fillDevice } from '../open-page.ts'
import {
  VIDEO_BYTES,
  VIDEO_SHA256,
  chooseVideo,
  storedHash,
  unreadableFrom,
  videoFile,
} from './video-fixtures.ts'

let outbox: DeviceOutbox
beforeEach(() => {
  outbox = emptyOutbox()
})

const hasPieces = async (key: string) => (await outbox.readPiece(key, 0)) !== undefined

describe('a chosen video', () => {
  it('is kept byte for byte as a draft, with its facts', async () => {
    const key = await chooseVideo(outbox)
    expect(await photoOf(outbox, key)).toMatchObject({
      kind: 'photo',
      state: 'draft',
      name: 'clip.mp4',
      type: 'video/mp4',
      size: VIDEO_BYTES.length,
      sha256: VIDEO_SHA256,
      video: { duration: 12.5 },
    })
    expect(await storedHash(outbox, key)).toBe(VIDEO_SHA256)
  })

  it('lies there in pieces of a mebibyte, none of it whole', async () => {
    const key = await chooseVideo(outbox)
    expect(await outbox.readBytes(key)).toBeUndefined()
    const sizes = [0, 1, 2, 3].map(async (at) => (await outbox.readPiece(key, at))?.byteLength)
    expect(await Promise.all(sizes)).toEqual([PIECE_BYTES, PIECE_BYTES, 300_000, undefined])
  })

  it('is not shown before all of it is there', async () => {
    const shown: number[] = []
    const addPiece: DeviceOutbox['addPiece'] = async (...piece) => {
      await outbox.addPiece(...piece)
      shown.push((await outbox.list()).length)
    }
    await chooseVideo({ ...outbox, addPiece })
    expect(shown).toEqual([0, 0, 0])
  })

  it('leaves nothing where its file cannot be read to the end', async () => {
    const key = crypto.randomUUID()
    const choosing = chooseVideo(outbox, unreadableFrom(PIECE_BYTES), key)
    await expect(choosing).rejects.toMatchObject({ name: 'NotReadableError' })
    expect(await outbox.list()).toEqual([])
    expect(await hasPieces(key)).toBe(false)
  })

  it('leaves nothing where the device becomes full, and others stay', async () => {
    const other = await chooseVideo(outbox)
    const key = crypto.randomUUID()
    let writes = 0
    const full = fillDevice(() => (writes += 1) < 3)
    await expect(chooseVideo(outbox, videoFile(), key)).rejects.toMatchObject({
      name: 'StorageFullError',
    })
    full.mockRestore()
    expect(await hasPieces(key)).toBe(false)
    expect(await storedHash(outbox, other)).toBe(VIDEO_SHA256)
  })

  it('stays whole where the device stores its record and reports a failure', async () => {
    const key = crypto.randomUUID()
    const add: DeviceOutbox['add'] = async (...item) => {
      await outbox.add(...item)
      throw new DOMException('lost', 'UnknownError')
    }
    await expect(chooseVideo({ ...outbox, add }, videoFile(), key)).rejects.toThrow('lost')
    expect(await storedHash(outbox, key)).toBe(VIDEO_SHA256)
  })

  it('goes with all its pieces, and takes nothing else along', async () => {
    const [key, other] = [await chooseVideo(outbox), await chooseVideo(outbox)]
    const photo = await choose(outbox)
    await outbox.remove((item) => item.key === key)
    expect(await hasPieces(key)).toBe(false)
    expect(await storedHash(outbox, other)).toBe(VIDEO_SHA256)
    expect(await outbox.readBytes(photo.key)).toEqual(bytesOf(photo.key))
  })

  it('lets go of its bytes where it is discarded before its user leaves', async () => {
    const key = await chooseVideo(outbox)
    await outbox.change(key, () => ({ state: 'sending', mayBeStored: true }))
    await unwant(outbox, key, 0, null)
    expect(await photoOf(outbox, key)).toMatchObject({ isUnwanted: true })
    expect(await hasPieces(key)).toBe(false)
  })
})

describe('what is left of a video whose page died', () => {
  const key = 'of-a-page-that-died'
  const leave = () => outbox.addPiece(key, 0, new ArrayBuffer(8))

  it('goes when a page is opened, and whole videos stay', async () => {
    const whole = await chooseVideo(outbox)
    await leave()
    await sweepPieces(outbox)
    expect(await hasPieces(key)).toBe(false)
    expect(await storedHash(outbox, whole)).toBe(VIDEO_SHA256)
  })

  it('goes before the next video is stored', async () => {
    await leave()
    await chooseVideo(outbox)
    expect(await hasPieces(key)).toBe(false)
  })

  it('stays while a video is stored, of which it may be', async () => {
    const addPiece: DeviceOutbox['addPiece'] = async (...piece) => {
      await outbox.addPiece(...piece)
      await sweepPieces(outbox)
    }
    const stored = await chooseVideo({ ...outbox, addPiece })
    expect(await storedHash(outbox, stored)).toBe(VIDEO_SHA256)
  })

  it('stays where the browser has no locks', async () => {
    vi.stubGlobal('navigator', {})
    await leave()
    await sweepPieces(outbox)
    await chooseVideo(outbox)
    expect(await hasPieces(key)).toBe(true)
  })
})

it('two videos are stored one after the other', async () => {
  const keys = [crypto.randomUUID(), crypto.randomUUID()] as const
  const order: string[] = []
  const addPiece: DeviceOutbox['addPiece'] = (key, ...piece) => {
    order.push(key)
    return outbox.addPiece(key, ...piece)
  }
  await Promise.all(keys.map((key) => chooseVideo({ ...outbox, addPiece }, videoFile(), key)))
  expect(order).toEqual([...Array(3).fill(keys[0]), ...Array(3).fill(keys[1])])
})
