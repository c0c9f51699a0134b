import { beforeEach, describe, expect, it } from 'vitest'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import { discardPhoto } from '../../../../src/outbox/queue/photo-actions.ts'
import { silence } from '../../../support/tus-server.ts'
import type { FakeTusServer } from '../../../support/tus-server.ts'
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

describe('a photo discarded on its way', () => {
  it('stops before the server has all of it, and leaves nothing there', async () => {
    server.onAsked = (asked) => {
      scene.clock += 2000
      if (asked.startsWith('append 65536')) void discardPhoto(outbox, key, scene.now)
      return undefined
    }
    expect(await scene.drainToTheEnd()).toBe(1)
    expect(server.asked.at(-1)).toBe('cancel')
    expect(server.asked).not.toContain('result')
    expect(await outbox.list()).toEqual([])
  })

  it('is taken out of the Orma again where the server had it already', async () => {
    server.onAsked = (asked) => {
      const [, from, bytes] = /append (\d+)\+(\d+)/.exec(asked) ?? []
      if (Number(from) + Number(bytes) === BYTES.length) void discardPhoto(outbox, key, scene.now)
      return undefined
    }
    await scene.drainToTheEnd()
    expect(scene.deleted).toHaveLength(1)
    expect(await outbox.list()).toEqual([])
  })

  it('asks the server for it first where an answer was lost', async () => {
    server.onAsked = (asked) => (asked === 'result' ? { error: silence() } : undefined)
    await scene.drain()
    expect(await discardPhoto(outbox, key, scene.now)).toBe(false)
    server.onAsked = () => undefined
    await scene.drain()
    expect(scene.deleted).toHaveLength(1)
    expect(await outbox.list()).toEqual([])
  })

  it('goes at once where the server cannot have it', async () => {
    server.onAsked = () => ({ error: silence() })
    await scene.drain()
    expect(await discardPhoto(outbox, key, scene.now)).toBe(true)
    expect(await outbox.list()).toEqual([])
  })
})
