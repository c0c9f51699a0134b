import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { NewChange } from '../../../../src/outbox/store/outbox-item.ts'
import { sendChange } from '../../../../src/outbox/send/send-change.ts'
import { EVENT_HASH } from '../../../support/post-shapes.ts'
import { RESUMABLE_FROM_BYTES } from '../../../../contract/limits.ts'
import { goesInChunks } from '../../../../src/outbox/send/send-photo.ts'
import { emptyOutbox, photoOf, put } from '../../../support/outbox-photos.ts'
import { refusal } from '../queue/drain-fixtures.ts'
import { judgeError } from '../../../../src/outbox/send/upload-answer.ts'
import { createChunkSize } from '../../../../src/outbox/send/send-resumable.ts'

/** As every release has stored it. */
const CHANGE = { key: 'key', eventHash: EVENT_HASH, postId: 5, content: 'Lovely', ownerUserId: 3 }

let sent: Request[]
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (address: string, options: RequestInit) => {
    sent.push(new Request(new URL(address, 'http://localhost'), options))
    const answer = { success: true, Likes: [], id: 9, content: 'Lovely' }
    const more = { createdAt: '2026-06-20T18:00:00.000Z', User: { id: 3, name: 'Gero' } }
    return Response.json({ ...answer, ...more })
  })
})

// Specification: 7.33
it.each<[kind: NewChange['kind'], commentId: number | undefined, body: object]>([
  ['like', undefined, { post_id: 5 }],
  ['unlike', undefined, { post_id: 5 }],
  ['comment', undefined, { content: 'Lovely', event_hash: EVENT_HASH, post_id: 5 }],
  ['edit-comment', 9, { content: 'Lovely', userId: 3 }],
  ['delete-comment', 9, { userId: 3 }],
])('sendChange sends a queued %s with the specified body', async (kind, commentId, body) => {
  await sendChange({ ...CHANGE, kind, ...(commentId && { commentId }) }, 'token')
  expect(await sent[0]?.json()).toEqual(body)
  expect(sent).toHaveLength(1)
})

it.each([
  ['a large one', { size: RESUMABLE_FROM_BYTES + 1 }, true],
  ['a small one', { size: RESUMABLE_FROM_BYTES }, false],
  ['a small one whose upload was begun', { uploadId: '1' }, true],
  ['a small one whose upload was cancelled', { reasonCode: 'upload_gone' }, true],
])('whether a photo goes in chunks, so that it can go on: %s', async (_, changes, inChunks) => {
  const outbox = emptyOutbox()
  const key = await put(outbox, changes)
  expect(goesInChunks((await photoOf(outbox, key))!)).toBe(inChunks)
})

describe('judgeError', () => {
  it('lets a photo go for a deleted post, and not for a gone upload', () => {
    for (const code of ['post_deleted', 'comment_deleted']) {
      expect(judgeError(refusal(410, code)), code).toEqual({ kind: 'deleted' })
    }
    for (const code of ['upload_gone', 'tus_410']) {
      expect(judgeError(refusal(410, code)), code).toMatchObject({ kind: 'later' })
    }
  })

  it('has what an Orma refuses while it is closed wait until it is open again', () => {
    for (const code of ['paused', 'pin_wanted'])
      expect(judgeError(refusal(403, code)), code).toMatchObject({ kind: 'later', code })
    expect(judgeError(refusal(403, 'window_closed'))).toMatchObject({ kind: 'refused' })
  })

  it('takes a refusal without a code, as a firewall’s, for no word about the photo', () => {
    for (const status of [401, 403])
      expect(judgeError(refusal(status, 'refused'))).toMatchObject({ kind: 'later' })
  })
})

const KIB = 1024

describe('the size of a chunk', () => {
  it('begins at 256 KiB and doubles after two whole ones, up to 1 MiB', () => {
    const chunk = createChunkSize()
    const sizes = Array.from({ length: 7 }, () => {
      const { bytes } = chunk
      chunk.arrived(bytes, 100)
      return bytes / KIB
    })
    expect(sizes).toEqual([256, 256, 512, 512, 1024, 1024, 1024])
  })

  it('is half of a broken one, and grows again after two whole ones', () => {
    const chunk = createChunkSize()
    const sizes: number[] = []
    for (let broken = 0; broken < 4; broken++) {
      chunk.arrived(chunk.bytes, 100)
      chunk.broke()
      sizes.push(chunk.bytes / KIB)
    }
    chunk.arrived(chunk.bytes, 100)
    sizes.push(chunk.bytes / KIB)
    chunk.arrived(chunk.bytes, 100)
    sizes.push(chunk.bytes / KIB)
    expect(sizes).toEqual([128, 64, 64, 64, 64, 128])
  })

  it('becomes what the line carries in 10 s when one took longer', () => {
    const chunk = createChunkSize()
    chunk.arrived(256 * KIB, 20_000)
    expect(chunk.bytes).toBe(128 * KIB)
  })

  it('does not grow beyond what the line carries in 10 s', () => {
    const chunk = createChunkSize()
    chunk.arrived(256 * KIB, 8000)
    chunk.arrived(256 * KIB, 8000)
    expect(chunk.bytes).toBe(320 * KIB)
  })

  it('learns nothing from the short end of a photo', () => {
    const chunk = createChunkSize()
    for (let photo = 0; photo < 5; photo++) chunk.arrived(10, 5)
    expect(chunk.bytes).toBe(256 * KIB)
  })
})
