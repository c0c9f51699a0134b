import { describe, expect, it } from 'vitest'
import { roomOf } from '../../../../src/features/upload/upload-limit.ts'
import { summarize } from '../../../../src/outbox/page/use-uploads.ts'
import { newPhoto } from '../../../support/outbox-photos.ts'
import type { ItemState } from '../../../../src/outbox/store/outbox-item.ts'

describe('roomOf', () => {
  it('knows no limit before the server has told one', () => {
    expect(roomOf(undefined, uploads())).toEqual({ room: Infinity, isCrowded: false })
    expect(roomOf({ ...ASKED, limit: null }, uploads()).room).toBe(Infinity)
  })

  it('counts what was chosen, is on its way, or was sent since', () => {
    expect(roomOf(ASKED, uploads()).room).toBe(40)
    expect(roomOf(ASKED, uploads({ draft: 10, waiting: 5 })).room).toBe(25)
    expect(roomOf({ ...ASKED, safe: 3 }, uploads({ done: 8 })).room).toBe(35)
    expect(roomOf(ASKED, uploads({ draft: 60 })).room).toBe(0)
  })

  it('tells where more are on their way than are processed at a time', () => {
    expect(roomOf({ ...ASKED, processing: 150 }, uploads({ draft: 50 })).isCrowded).toBe(false)
    expect(roomOf({ ...ASKED, processing: 150 }, uploads({ draft: 51 })).isCrowded).toBe(true)
  })
})

/** What a phone holds, by how many of each state. */
function uploads(states: Partial<Record<ItemState, number>> = {}) {
  const photos = Object.entries(states).flatMap(([state, count]) =>
    Array.from({ length: count }, (_, seq) => ({
      ...newPhoto({ state: state as ItemState, postId: state === 'done' ? seq + 1 : null }),
      seq,
    })),
  )
  return summarize(photos)
}

const ASKED = { used: 60, limit: 100, processing: 0, safe: 0 }
