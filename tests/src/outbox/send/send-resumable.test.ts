import { beforeEach, describe, expect, it } from 'vitest'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import { silence } from '../../../support/tus-server.ts'
import type { FakeTusServer } from '../../../support/tus-server.ts'
import { refusal } from '../queue/drain-fixtures.ts'
import { BYTES, setScene } from './resumable-fixtures.ts'
import type { Scene } from './resumable-fixtures.ts'

let scene: Scene
let outbox: Outbox
let server: FakeTusServer
let key: string

beforeEach(async () => {
  scene = await setScene()
  ;({ outbox, server, key } = scene)
})

const chunkLength = (asked: string) => Number(/\+(\d+)/.exec(asked)?.[1] ?? 0)

describe('a resumable send', () => {
  it('sends a photo in chunks, byte for byte, until the server tells its hash', async () => {
    expect(await scene.drain()).toBeUndefined()
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
    expect(await scene.record()).toMatchObject({ state: 'processing', offset: BYTES.length })
    expect(await outbox.readBytes(key)).toBeUndefined()
  })

  it('goes on where the server stands after its holder has died', async () => {
    server.onAsked = (asked) => {
      // A death: nothing is written down any more.
      if (asked.startsWith('append 327680')) throw new Error('killed')
      return undefined
    }
    await scene.drain()
    await outbox.change(key, () => ({ state: 'sending', offset: 0, nextAt: 0 }))
    server.onAsked = () => undefined
    server.asked.length = 0
    scene.drain = scene.newHolder()
    await scene.drain()
    expect(server.asked.slice(0, 2)).toEqual(['offset', 'append 327680+262144'])
    expect(server.bytesOf('upload-0-0')).toEqual(BYTES)
    expect(await scene.record()).toMatchObject({ state: 'processing' })
  })

  it('sends at most 1.5 times the photo over a line that keeps breaking', async () => {
    const lost = 32 * 1024
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
    await scene.drainToTheEnd()
    expect(server.bytesOf('upload-0-0')).toEqual(BYTES)
    expect(onTheLine).toBeLessThanOrEqual(BYTES.length * 1.5)
  })

  it('halves the chunk after a broken one, and waits a second', async () => {
    const waits: number[] = []
    server.onAsked = (asked) =>
      asked.startsWith('append') && waits.length < 4 ? { kept: 1000, error: silence() } : undefined
    for (let dueAt = await scene.drain(); dueAt !== undefined; dueAt = await scene.drain()) {
      waits.push(dueAt - scene.now)
      scene.now = dueAt
    }
    // The first broke before anything was confirmed; each later one found the line further.
    expect(waits).toEqual([1000, 1000, 1000, 1000])
    const chunks = server.asked.map(chunkLength).filter((length) => length > 0)
    expect(chunks.slice(0, 5)).toEqual([65536, 131072, 65536, 65536, 65536])
  })

  it('counts the wait from the beginning of a try that was one itself', async () => {
    await outbox.change(key, () => ({ attempts: 8 }))
    server.onAsked = () => {
      scene.now += 30_000
      return { error: silence('timed_out') }
    }
    expect((await scene.drain())! - scene.now).toBe(30_000)
    expect(await scene.record()).toMatchObject({ reasonCode: 'no_network' })
  })

  it.each([404, 410])('begins anew under the same key when the upload is %i', async (status) => {
    server.onAsked = (asked) =>
      asked.startsWith('append 327680') ? { error: silence() } : undefined
    scene.now = (await scene.drain())!
    server.forget()
    server.onAsked = (asked) => (asked === 'offset' ? { error: refusal(status) } : undefined)
    await scene.drain()
    expect(server.asked.filter((asked) => asked === 'create')).toHaveLength(2)
    expect(await scene.record()).toMatchObject({ state: 'processing' })
  })

  it("takes a strange page's 404 for no answer at all", async () => {
    await outbox.change(key, () => ({ uploadId: 'upload-0-0' }))
    server.onAsked = () => ({ error: refusal(404, 'unexpected_answer') })
    expect(await scene.drain()).toBe(scene.now + 1000)
    expect(server.asked).toEqual(['offset'])
    expect(await scene.record()).toMatchObject({ state: 'waiting', uploadId: 'upload-0-0' })
  })

  it('reads the offset again after a 409, and goes on in the same try', async () => {
    let isFirst = true
    server.onAsked = (asked) => {
      if (!asked.startsWith('append 65536') || !isFirst) return undefined
      isFirst = false
      return { error: refusal(409) }
    }
    expect(await scene.drain()).toBeUndefined()
    expect(server.asked).toContain('offset')
    expect(server.bytesOf('upload-0-0')).toEqual(BYTES)
  })

  it('does not ask for ever where the server answers 409 again and again', async () => {
    server.onAsked = (asked) => (asked.startsWith('append') ? { error: refusal(409) } : undefined)
    expect(await scene.drain()).toBe(scene.now + 1000)
    expect(server.asked.length).toBeLessThan(12)
  })

  it('waits longer each time where the hash is wrong, and keeps the photo', async () => {
    const refuse = () => {
      // The server keeps nothing of it.
      server.forget()
      return { error: refusal(460, 'checksum_mismatch') }
    }
    server.onAsked = (asked) => (asked === 'result' ? refuse() : undefined)
    const waits: number[] = []
    for (let attempt = 0; attempt < 8; attempt++) {
      const dueAt = (await scene.drain())!
      waits.push((dueAt - scene.now) / 1000)
      scene.now = dueAt
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    expect(await scene.record()).toMatchObject({ state: 'waiting', attempts: 8 })

    server.onAsked = () => undefined
    await scene.drain()
    expect(await scene.record()).toMatchObject({ state: 'processing' })
    expect(server.asked.filter((asked) => asked === 'append 0+65536')).toHaveLength(9)
  })

  it('keeps a photo whose upload the server gives up while it is asked', async () => {
    server.onAsked = (asked) => {
      if (asked.startsWith('append')) return { error: refusal(409, 'upload_busy') }
      return asked === 'offset' ? { error: refusal(410, 'tus_410') } : undefined
    }
    await scene.drain()
    expect(server.asked).toContain('offset')
    expect(await scene.record()).toMatchObject({ state: 'waiting' })
  })

  it('waits for an Orma that was paused in the middle of it', async () => {
    await outbox.change(key, () => ({ uploadId: 'upload-0-0' }))
    server.onAsked = (asked) => ({ error: refusal(403, asked === 'offset' ? 'tus_403' : 'paused') })
    expect(await scene.drain()).toBe(scene.now + 1000)
    expect(server.asked).toEqual(['offset', 'create'])
    expect(await scene.record()).toMatchObject({ state: 'waiting', reasonCode: 'paused' })
  })

  it('waits also for one that was paused while it is asked how much it has', async () => {
    server.onAsked = (asked) => {
      if (asked.startsWith('append')) return { error: refusal(409, 'upload_busy') }
      if (asked === 'offset') return { error: refusal(403, 'tus_403') }
      return server.asked.includes('offset') ? { error: refusal(403, 'paused') } : undefined
    }
    await scene.drain()
    expect(await scene.record()).toMatchObject({ state: 'waiting', reasonCode: 'paused' })
  })

  it('sets a photo aside before any byte where the limit is reached', async () => {
    server.onAsked = () => ({ error: refusal(403, 'limit_reached') })
    await scene.drain()
    expect(server.asked).toEqual(['create'])
    expect(await scene.record()).toMatchObject({
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
    await scene.drainToTheEnd()
    const sent = server.asked.reduce((sum, asked) => sum + chunkLength(asked), 0)
    expect(sent).toBe(BYTES.length)
    expect(await scene.record()).toMatchObject({ state: 'processing' })
  })

  it('writes down how far it is once a second', async () => {
    const offsets: number[] = []
    server.onAsked = () => {
      scene.clock += 400
      return undefined
    }
    scene.drain = scene.newHolder({
      onChange: () => void scene.record().then((photo) => photo && offsets.push(photo.offset)),
    })
    await scene.drain()
    await scene.record()
    expect([...new Set(offsets)]).toEqual([0, 589_824, 1_114_112, BYTES.length])
  })
})
