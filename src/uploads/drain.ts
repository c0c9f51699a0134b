import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { Outbox } from '../device/outbox.ts'
import { NO_NETWORK } from '../device/outbox-photo.ts'
import type { OutboxPhoto } from '../device/outbox-photo.ts'
import { retryDelayMs } from './retry-delay.ts'
import { judgeAnswer, judgeError, storedPhoto } from './upload-answer.ts'
import type { UploadAnswer, Verdict } from './upload-answer.ts'
import { alone } from './upload-lock.ts'
import { isTokenRefused, refuseToken } from './refused-token.ts'

/** Tries after which a photo that the server trips over lets the others pass. */
const STEPS_ASIDE_AFTER = 5
/** A wait longer than any the server asks for means that the phone's clock was put back. */
const LONGEST_WAIT_MS = 25 * 60 * 60_000

/** In whose name may be sent. */
export interface Sender {
  token: string
  userId: number
}

export interface DrainOptions {
  outbox: Outbox
  readSender: () => Promise<Sender | undefined>
  send: (photo: OutboxPhoto, bytes: ArrayBuffer, token: string) => Promise<UploadAnswer>
  /** A record has changed. */
  onChange?: () => void
  /** The server has the photo. */
  onStored?: (post: Post) => void
  now?: () => number
  random?: () => number
}

/**
 * Makes the function that sends what waits, oldest first, one at a time, until nothing is left or what is left must wait.
 * It gives the time (epoch milliseconds) at which it wants to be called again; undefined: when something has changed.
 * No photo leaves the outbox before the server has answered for it.
 */
export function createDrain(options: DrainOptions): () => Promise<number | undefined> {
  const now = options.now ?? Date.now
  return () => alone('orma-upload', () => sendAll({ ...options, now }), now)
}

type Drain = DrainOptions & { now: () => number }

async function sendAll(drain: Drain): Promise<number | undefined> {
  const { outbox, readSender, now } = drain
  // Whoever was sending is dead, or we would not hold the lock.
  await outbox.changeAll((photo) => (photo.state === 'sending' ? { state: 'waiting' } : undefined))
  for (;;) {
    const sender = await readSender()
    if (!sender || (await isTokenRefused(outbox, sender.token))) return undefined
    const next = nextToSend(await outbox.list(), sender.userId, now())
    if (next === undefined || typeof next === 'number') return next
    await sendOne(drain, next, sender)
  }
}

/** The photo whose turn it is, or when the next one's turn comes. */
function nextToSend(
  photos: OutboxPhoto[],
  userId: number,
  now: number,
): OutboxPhoto | number | undefined {
  let wakeAt = Infinity
  for (const photo of photos) {
    if (photo.state !== 'waiting' || photo.ownerUserId !== userId) continue
    if (photo.nextAt <= now || photo.nextAt > now + LONGEST_WAIT_MS) return photo
    wakeAt = Math.min(wakeAt, photo.nextAt)
    if (!stepsAside(photo)) break
  }
  return wakeAt === Infinity ? undefined : wakeAt
}

/** While the network is gone all wait behind the oldest; a photo that alone fails again and again does not hold up the rest. */
function stepsAside({ attempts, reasonCode }: OutboxPhoto): boolean {
  return attempts >= STEPS_ASIDE_AFTER && reasonCode !== NO_NETWORK
}

async function sendOne(drain: Drain, { key }: OutboxPhoto, sender: Sender): Promise<void> {
  const { outbox, onChange } = drain
  // In one step with the look at its state: a photo discarded or taken over meanwhile is not sent.
  const photo = await outbox.change(key, ({ state, ownerUserId }) =>
    state === 'waiting' && ownerUserId === sender.userId ? { state: 'sending' } : undefined,
  )
  if (!photo) return
  onChange?.()
  const bytes = await outbox.readBytes(key)
  const verdict: Verdict = bytes
    ? await drain
        .send(photo, bytes, sender.token)
        .then((answer) => judgeAnswer(photo, answer), judgeError)
    : { kind: 'refused', reason: texts.upload.notSaved, code: 'bytes_missing' }
  await carryOut(drain, photo, verdict, sender)
  onChange?.()
}

async function carryOut(
  { outbox, onStored, now, random }: Drain,
  { key, attempts }: OutboxPhoto,
  verdict: Verdict,
  sender: Sender,
): Promise<void> {
  switch (verdict.kind) {
    case 'stored':
      await outbox.changeAndFreeBytes(key, () => storedPhoto(verdict.post, now()))
      onStored?.(verdict.post)
      return
    case 'refused':
      await outbox.change(key, () => ({
        state: 'refused',
        reason: verdict.reason,
        reasonCode: verdict.code,
      }))
      return
    case 'later': {
      const tries = attempts + 1
      await outbox.change(key, () => ({
        state: 'waiting',
        attempts: tries,
        nextAt: now() + (verdict.retryAfterMs ?? retryDelayMs(tries, random)),
        reason: verdict.reason,
        reasonCode: verdict.isNetwork ? NO_NETWORK : verdict.code,
      }))
      return
    }
    case 'deleted':
      await outbox.remove((photo) => photo.key === key)
      return
    case 'signed-out':
      await refuseToken(outbox, sender.token)
      await outbox.change(key, () => ({ state: 'waiting' }))
  }
}
