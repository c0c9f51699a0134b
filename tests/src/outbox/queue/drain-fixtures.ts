import { expect } from 'vitest'
import { ApiError } from '../../../../src/api/api-error.ts'
import { createDrain } from '../../../../src/outbox/queue/drain.ts'
import type { DrainOptions } from '../../../../src/outbox/queue/drain.ts'
import type { Sender } from '../../../../src/outbox/queue/send-item.ts'
import type { UploadAnswer, Verdict } from '../../../../src/outbox/send/upload-answer.ts'
import type { OutboxPhoto } from '../../../../src/outbox/store/outbox-photo.ts'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import {
  NOW,
  USER_ID,
  bytesOf,
  emptyOutbox,
  photoOf,
  postOf,
} from '../../../support/outbox-photos.ts'

export type TestQueue = ReturnType<typeof startQueue>

/** An outbox on a new device, its clock, who is signed in, and a server that stores what it is sent: a test changes what it needs. */
export function startQueue() {
  const queue = {
    outbox: emptyOutbox() as Outbox,
    now: NOW,
    sender: { token: 'token-of-ada-1', userId: USER_ID } as Sender | undefined,
    /** Keys of the requests made, in order. */
    sent: [] as string[],
    /** What the server answers, by photo; it stores what is not named. */
    answers: new Map<string, () => UploadAnswer | Promise<UploadAnswer>>(),
    /** Kinds of the changes that were sent, of comments their words. */
    changes: [] as string[],
    /** What the server answers to changes, by kind; it takes what is not named. */
    refusals: new Map<string, ApiError>(),
    /** Keys of unwanted photos that the server was asked for. */
    askedFor: [] as string[],
    /** What the server says of photos that are not wanted any more. */
    withdrawn: { kind: 'deleted' } as Verdict,

    options: (): DrainOptions => ({
      outbox: queue.outbox,
      readSender: async () => queue.sender,
      sendPhoto: async ({ photo, bytes, note }) => {
        expect(await bytes.slice(0, bytes.size)).toEqual(new Uint8Array(bytesOf(photo.key)))
        queue.sent.push(photo.key)
        await note({ mayBeStored: true })
        return (await queue.answers.get(photo.key)?.()) ?? stored(photo)
      },
      sendChange: async ({ kind, content }) => {
        queue.changes.push(content ?? kind)
        const answer = queue.refusals.get(kind)
        if (answer) throw answer
        return {}
      },
      withdraw: async ({ key }) => {
        queue.askedFor.push(key)
        return queue.withdrawn
      },
      now: () => queue.now,
      random: () => 0.5,
    }),

    drain: () => createDrain(queue.options())(),

    /** Has the server refuse a photo. */
    refuse(key: string, ...answer: Parameters<typeof refusal>) {
      queue.answers.set(key, () => {
        throw refusal(...answer)
      })
    },

    /** Drains, and once more while the photo is on its way; gives when that one wants to be called again. */
    async drainTwice(key: string): Promise<number | undefined> {
      let second: number | undefined
      queue.answers.set(key, async () => {
        queue.answers.delete(key)
        second = await queue.drain()
        return stored((await photoOf(queue.outbox, key))!)
      })
      await queue.drain()
      return second
    },
  }
  return queue
}

/** The server's answer to what it does not take. */
export function refusal(status: number, code = 'some_code', retryAfterSeconds?: number): ApiError {
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  return new ApiError(status, `reason of ${status}`, { code, ...wait })
}

/** The server's answer to a photo that it has stored. */
export const stored = (photo: OutboxPhoto): UploadAnswer => ({
  limitReached: false,
  post: postOf(photo),
})
