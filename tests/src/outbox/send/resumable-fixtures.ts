import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import type { OutboxPhoto } from '../../../../src/outbox/store/outbox-photo.ts'
import { createDrain } from '../../../../src/outbox/queue/drain.ts'
import type { DrainOptions } from '../../../../src/outbox/queue/drain.ts'
import { createResumableSend } from '../../../../src/outbox/send/send-resumable.ts'
import { withdrawPhoto } from '../../../../src/outbox/send/send-photo.ts'
import { NOW, USER_ID, emptyOutbox, newPhoto, photoOf } from '../../../support/outbox-photos.ts'
import { fakeTusServer } from '../../../support/tus-server.ts'

export const BYTES = new Uint8Array(1500 * 1024).map((_, at) => (at * 7 + (at >> 8)) % 256)

export type Scene = Awaited<ReturnType<typeof setScene>>

/** A photo that waits on a new device, and a server that takes it in chunks. */
export async function setScene() {
  const outbox: Outbox = emptyOutbox()
  const photo = newPhoto({ size: BYTES.length })
  const { key } = photo
  await outbox.add(photo, BYTES.buffer)
  await outbox.change(key, () => ({ state: 'waiting' }))
  const record = (): Promise<OutboxPhoto | undefined> => photoOf(outbox, key)
  const server = fakeTusServer((await record())!)
  const deleted: number[] = []

  /** A page or worker that has just come to life. */
  const newHolder = (changes: Partial<DrainOptions> = {}): ReturnType<typeof createDrain> =>
    createDrain({
      outbox,
      readSender: async () => ({ token: 'token-of-ada-1', userId: USER_ID }),
      sendPhoto: createResumableSend({ calls: server, clock: () => scene.clock }),
      sendChange: async () => ({}),
      withdraw: (unwanted, token) =>
        withdrawPhoto(unwanted, token, server, async (_hash, post_id) => {
          deleted.push(post_id)
        }),
      now: () => scene.now,
      random: () => 0.5,
      ...changes,
    })

  const scene = {
    outbox,
    server,
    /** Ids of the posts that were deleted. */
    deleted,
    key,
    record,
    newHolder,
    now: NOW,
    /** Of a clock that nobody sets, apart from the device's. */
    clock: 0,
    drain: newHolder(),
    /** Drains again whenever it is time, until nothing is left to do. Gives how often. */
    async drainToTheEnd(): Promise<number> {
      for (let tries = 1; ; tries++) {
        const dueAt = await scene.drain()
        if (dueAt === undefined) return tries
        scene.now = dueAt
      }
    },
  }
  return scene
}
