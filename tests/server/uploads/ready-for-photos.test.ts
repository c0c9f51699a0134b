import { request } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { API_BASE, api } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import { childrenOf } from '../../support/child-processes.ts'
import { sharedServer } from '../../support/fixtures.ts'
import { watchMemory } from '../../support/peak-memory.ts'
import { createTusCaller } from '../../support/tus-caller.ts'

/** A photo process that has no photo yet has 65 MB, and up to 100 more with the model of the nudity check. */
const WITH_MODEL_MB = 90

const photo = Buffer.alloc(300_000)

const { orma, client, guest } = await sharedServer({ env: { MODERATION: 'nsfwjs' } })
const event = await client.createOrma(guest)
const tus = createTusCaller(orma, event, guest)
const id = await tus.begin(photo)

// Its processes go with it.
beforeEach(() => orma.restart())

async function expectModel(): Promise<void> {
  let pids: number[] = []
  const memory = watchMemory({ pids: () => pids })
  const peak = async () => {
    pids = await childrenOf(orma.pid)
    return memory.peak()
  }
  await expect.poll(peak).toBeGreaterThan(WITH_MODEL_MB)
  memory.stop()
}

describe('while bytes of a photo come', () => {
  it('the nudity check’s model is loaded, before the photo is whole', async () => {
    const path = API_BASE + endpointPath(api.uploadPhoto, { event_hash: event.event_hash })
    const headers = {
      authorization: guest.token,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': photo.length,
    }
    const sent = request(orma.url + path, { method: 'POST', headers })
    // The cut is intended.
    sent.on('error', () => undefined)
    sent.write('--x\r\n')
    await expectModel()
    sent.destroy()
  })

  it('so it is for a chunk of an upload that was begun long ago', async () => {
    const { cut, answer } = await tus.patchPart(id, 0, photo, 1000)
    await expectModel()
    cut()
    await answer
  })
})
