import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../../../src/api/api-error.ts'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import type { OutboxPhoto } from '../../../../src/outbox/store/outbox-photo.ts'
import { createDrain } from '../../../../src/outbox/queue/drain.ts'
import { discardPhoto } from '../../../../src/outbox/queue/photo-actions.ts'
import { createResumableSend } from '../../../../src/outbox/send/send-resumable.ts'
import { withdrawPhoto } from '../../../../src/outbox/send/withdraw.ts'
import { NOW, USER_ID, emptyOutbox, newPhoto, photoOf } from '../../../support/outbox-photos.ts'
import { fakeTusServer, silence } from '../../../support/tus-server.ts'
import type { FakeTusServer } from '../../../support/tus-server.ts'

const KIB = 1024
const BYTES = new Uint8Array(1500 * KIB).map((_, at) => (at * 7 + (at >> 8)) % 256)

let outbox: Outbox
let server: FakeTusServer
let key: string
let now: number
/** Of a clock that nobody sets, apart from the device's. */
let clock: number
let drain: () => Promise<number | undefined>

beforeEach(async () => {
  outbox = emptyOutbox()
  now = NOW
  clock = 0
  const photo = newPhoto({ size: BYTES.length })
  key = photo.key
  await outbox.add(photo, BYTES.buffer)
  await outbox.change(key, () => ({ state: 'waiting' }))
  server = fakeTusServer((await record())!)
  drain = newHolder()
})

const record = (): Promise<OutboxPhoto | undefined> => photoOf(outbox, key)

/** A page or worker that has just come to life. */
function newHolder() {
  return createDrain({
    outbox,
    readSender: async () => ({ token: 'token-of-ada-1', userId: USER_ID }),
    send: createResumableSend({ calls: server, clock: () => clock }),
    withdraw: (photo, token) => withdrawPhoto(photo, token, server),
    now: () => now,
    random: () => 0.5,
  })
}

/** Drains again whenever it is time, until nothing is left to do. Gives how often. */
async function drainToTheEnd(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const dueAt = await drain()
    if (dueAt === undefined) return tries
    now = dueAt
  }
}

const chunkLength = (asked: string) => Number(/\+(\d+)/.exec(asked)?.[1] ?? 0)

const refusal = (status: number, code = 'some_code') =>
  new ApiError(status, `reason of ${status}`, { code })

describe('a resumable send', () => {
  it('sends a photo in chunks, a small one first, byte for byte, and has it safe once the server tells its hash', async () => {
    expect(await drain()).toBeUndefined()
    expect(server.asked).toEqual([
      'create',
      'append 0+65536',
      'append 65536+262144',
      'append 327680+262144',
      'append 589824+524288',
      'append 1114112+421888',
      'result',
    ])
    expect(server.bytesOf('upload-0-0')).toEqual(BYTES)
    expect(await record()).toMatchObject({ state: 'processing', offset: BYTES.length })
    expect(await outbox.readBytes(key)).toBeUndefined()
  })

  it('goes on where the server stands after its holder has died', async () => {
    server.onAsked = (asked) => {
      // A death: nothing is written down any more.
      if (asked.startsWith('append 327680')) throw new Error('killed')
      return undefined
    }
    await drain()
    await outbox.change(key, () => ({ state: 'sending', offset: 0, nextAt: 0 }))
    server.onAsked = () => undefined
    server.asked.length = 0
    drain = newHolder()
    await drain()
    expect(server.asked.slice(0, 2)).toEqual(['offset', 'append 327680+262144'])
    expect(server.bytesOf('upload-0-0')).toEqual(BYTES)
    expect(await record()).toMatchObject({ state: 'processing' })
  })

  it('sends at most 1.5 times the photo over a line that breaks after every 300 kB', async () => {
    const lost = 32 * KIB
    let left = 300_000
    let onTheLine = 0
    server.onAsked = (asked) => {
      const length = chunkLength(asked)
      onTheLine += Math.min(length, left)
      left -= length
      if (left >= 0) return undefined
      // What was still on its way when the line broke is lost.
      const kept = Math.max(0, length + left - lost)
      left = 300_000
      return { kept, error: silence() }
    }
    await drainToTheEnd()
    expect(server.bytesOf('upload-0-0')).toEqual(BYTES)
    expect(onTheLine).toBeLessThanOrEqual(BYTES.length * 1.5)
  })

  it('halves the next chunk after one that broke, and waits a second as long as it comes further', async () => {
    const waits: number[] = []
    server.onAsked = (asked) =>
      asked.startsWith('append') && waits.length < 4 ? { kept: 1000, error: silence() } : undefined
    for (let dueAt = await drain(); dueAt !== undefined; dueAt = await drain()) {
      waits.push(dueAt - now)
      now = dueAt
    }
    // The first broke before anything was confirmed; each later one found the line further.
    expect(waits).toEqual([1000, 1000, 1000, 1000])
    const chunks = server.asked.map(chunkLength).filter((length) => length > 0)
    expect(chunks.slice(0, 5)).toEqual([65536, 131072, 65536, 65536, 65536])
  })

  it('waits longer and longer while it does not come further', async () => {
    const waits: number[] = []
    server.onAsked = () => ({ error: silence() })
    for (let attempt = 0; attempt < 8; attempt++) {
      const dueAt = (await drain())!
      waits.push((dueAt - now) / 1000)
      now = dueAt
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  it('counts the wait from the beginning of a try that was one itself', async () => {
    await outbox.change(key, () => ({ attempts: 8 }))
    server.onAsked = () => {
      now += 30_000
      return { error: silence('timed_out') }
    }
    expect((await drain())! - now).toBe(30_000)
    expect(await record()).toMatchObject({ reasonCode: 'no_network' })
  })

  it.each([404, 410])('begins anew under the same key when the upload is %i', async (status) => {
    server.onAsked = (asked) =>
      asked.startsWith('append 327680') ? { error: silence() } : undefined
    now = (await drain())!
    server.forget()
    server.onAsked = (asked) => (asked === 'offset' ? { error: refusal(status) } : undefined)
    await drain()
    expect(server.asked.filter((asked) => asked === 'create')).toHaveLength(2)
    expect(await record()).toMatchObject({ state: 'processing' })
  })

  it("takes a strange page's 404 for no answer at all", async () => {
    await outbox.change(key, () => ({ uploadId: 'upload-0-0' }))
    server.onAsked = () => ({ error: refusal(404, 'unexpected_answer') })
    expect(await drain()).toBe(now + 1000)
    expect(server.asked).toEqual(['offset'])
    expect(await record()).toMatchObject({ state: 'waiting', uploadId: 'upload-0-0' })
  })

  it('reads the offset again after a 409, and goes on in the same try', async () => {
    let isFirst = true
    server.onAsked = (asked) => {
      if (!asked.startsWith('append 65536') || !isFirst) return undefined
      isFirst = false
      return { error: refusal(409) }
    }
    expect(await drain()).toBeUndefined()
    expect(server.asked).toContain('offset')
    expect(server.bytesOf('upload-0-0')).toEqual(BYTES)
  })

  it('does not ask for ever where the server answers 409 again and again', async () => {
    server.onAsked = (asked) => (asked.startsWith('append') ? { error: refusal(409) } : undefined)
    expect(await drain()).toBe(now + 1000)
    expect(server.asked.length).toBeLessThan(12)
  })

  it('forgets a photo whose post was deleted', async () => {
    server.onAsked = () => ({ error: refusal(410) })
    await drain()
    expect(await outbox.list()).toEqual([])
  })

  it('asks once with a token that the server does not know', async () => {
    server.onAsked = () => ({ error: refusal(401) })
    await drain()
    await drain()
    expect(server.asked).toEqual(['create'])
    expect(await record()).toMatchObject({ state: 'waiting' })
  })

  it('sets a photo aside before any byte where the limit is reached', async () => {
    server.onAsked = () => ({ error: refusal(403, 'limit_reached') })
    await drain()
    expect(server.asked).toEqual(['create'])
    expect(await record()).toMatchObject({
      state: 'refused',
      reasonCode: 'limit_reached',
    })
  })

  it('asks for the answer again where that was lost, and sends nothing twice', async () => {
    let isFirst = true
    server.onAsked = (asked) => {
      if (asked !== 'result' || !isFirst) return undefined
      isFirst = false
      return { error: silence() }
    }
    await drainToTheEnd()
    const sent = server.asked.reduce((sum, asked) => sum + chunkLength(asked), 0)
    expect(sent).toBe(BYTES.length)
    expect(await record()).toMatchObject({ state: 'processing' })
  })

  it('writes down how far it is once a second', async () => {
    const offsets: number[] = []
    server.onAsked = () => {
      clock += 400
      return undefined
    }
    drain = createDrain({
      outbox,
      readSender: async () => ({ token: 'token-of-ada-1', userId: USER_ID }),
      send: createResumableSend({ calls: server, clock: () => clock }),
      withdraw: async () => ({ kind: 'deleted' }),
      onChange: () => void record().then((photo) => photo && offsets.push(photo.offset)),
      now: () => now,
    })
    await drain()
    await record()
    expect([...new Set(offsets)]).toEqual([0, 589_824, 1_114_112, BYTES.length])
  })
})

describe('a photo discarded on its way', () => {
  it('stops before the server has all of it, and leaves nothing there', async () => {
    server.onAsked = (asked) => {
      clock += 2000
      if (asked.startsWith('append 65536')) void discardPhoto(outbox, key, now)
      return undefined
    }
    expect(await drainToTheEnd()).toBe(1)
    expect(server.asked.at(-1)).toBe('cancel')
    expect(server.asked).not.toContain('result')
    expect(await outbox.list()).toEqual([])
  })

  it('is uploaded, and says so, where the server had it already', async () => {
    server.onAsked = (asked) => {
      if (asked === 'result') void discardPhoto(outbox, key, now)
      return undefined
    }
    await drain()
    expect(await record()).toMatchObject({ state: 'processing', isUnwanted: false })
  })

  it('asks the server for it first where an answer was lost', async () => {
    server.onAsked = (asked) => (asked === 'result' ? { error: silence() } : undefined)
    await drain()
    expect(await discardPhoto(outbox, key, now)).toBe(false)
    server.onAsked = () => undefined
    await drain()
    expect(await record()).toMatchObject({ state: 'processing' })
  })

  it('goes at once where the server cannot have it', async () => {
    server.onAsked = () => ({ error: silence() })
    await drain()
    expect(await discardPhoto(outbox, key, now)).toBe(true)
    expect(await outbox.list()).toEqual([])
  })
})
