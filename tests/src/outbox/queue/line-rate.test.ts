import { beforeEach, describe, expect, it } from 'vitest'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import { createDrain } from '../../../../src/outbox/queue/drain.ts'
import { wasSlow } from '../../../../src/outbox/queue/line-rate.ts'
import { newPhoto } from '../../../support/outbox-photos.ts'
import { silence } from '../../../support/tus-server.ts'
import { startQueue, stored } from './drain-fixtures.ts'
import type { TestQueue } from './drain-fixtures.ts'

let queue: TestQueue
let outbox: Outbox

beforeEach(() => {
  queue = startQueue()
  ;({ outbox } = queue)
})

/** Sends a photo whole or in chunks over a line of so many bytes a second; a broken one ends after its first half. */
async function send(
  size: number,
  bytesPerSecond: number,
  { chunks = 0, isBroken = false, resumedAt = 0 } = {},
): Promise<void> {
  const photo = newPhoto({ size })
  await outbox.add(photo, new ArrayBuffer(size))
  await outbox.change(photo.key, () => ({ state: 'waiting' }))
  await createDrain({
    ...queue.options(),
    sendPhoto: async ({ note, photo: sending }) => {
      const carry = (bytes: number) => (queue.now += (bytes / bytesPerSecond) * 1000)
      if (chunks === 0) {
        await note({ mayBeStored: true })
        carry(size)
      } else {
        await note({ uploadId: 'name', offset: resumedAt })
      }
      for (let chunk = 1; chunk <= chunks; chunk += 1) {
        if (isBroken && chunk > chunks / 2) throw silence()
        carry((size - resumedAt) / chunks)
        await note({ offset: resumedAt + ((size - resumedAt) * chunk) / chunks })
      }
      return stored(sending)
    },
  })()
}

describe('a line', () => {
  it('is not known to be slow before anything went over it', async () => {
    expect(await wasSlow(outbox, queue.now)).toBe(false)
  })

  it.each([
    ['whole', {}],
    ['in chunks', { chunks: 6 }],
    ['in part, before it broke', { chunks: 6, isBroken: true }],
    ['from its middle on', { chunks: 6, resumedAt: 500_000 }],
  ])('is slow where a photo went up slowly, %s', async (_how, how) => {
    await send(900_000, 100_000, how)
    expect(await wasSlow(outbox, queue.now)).toBe(true)
    await outbox.remove(() => true)
    await send(900_000, 900_000, how)
    expect(await wasSlow(outbox, queue.now)).toBe(false)
  })

  it('is not judged by a photo that is small: what that takes is the answer', async () => {
    await send(40_000, 20_000)
    expect(await wasSlow(outbox, queue.now)).toBe(false)
  })

  it('is not known any more half an hour later', async () => {
    await send(900_000, 100_000)
    expect(await wasSlow(outbox, queue.now + 30 * 60_000)).toBe(false)
  })
})
