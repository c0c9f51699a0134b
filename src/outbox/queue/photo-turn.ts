import type { Post } from '../../../contract/entities.ts'
import type { Outbox, PhotoChange } from '../store/outbox.ts'
import { NO_NETWORK, ORMA_GONE, PAUSED } from '../store/outbox-photo.ts'
import type { OutboxPhoto, PhotoState } from '../store/outbox-photo.ts'
import { createLineMeter } from './line-rate.ts'
import { refuseToken } from './refused-token.ts'
import { retryWaitMs } from './retry-delay.ts'
import type { Send, Progress } from '../send/sending.ts'
import { judgeAnswer, judgeError, storedPhoto } from '../send/upload-answer.ts'
import type { Verdict } from '../send/upload-answer.ts'
import { waitFor } from './waits.ts'

/** The user in whose name photos and changes are sent. */
export interface Sender {
  token: string
  userId: number
}

export interface PhotoTurnOptions {
  /** Of a device: one that goes on where there is no room (`holdUnwritten`). */
  outbox: Outbox
  readSender: () => Promise<Sender | undefined>
  send: Send
  /** Asks the server for a photo that is not wanted any more, and deletes what it has of an unfinished upload. */
  withdraw: (photo: OutboxPhoto, token: string) => Promise<Verdict>
  /** A record has changed. */
  onChange?: () => void
  onStored?: (post: Post) => void
  now: () => number
  random?: () => number
}

/** Codes after which the server may still have a photo that was sent before: it was not asked for it, or did not look. */
const UNDECIDED = ['bytes_missing', ORMA_GONE]

/** The server's code of bytes that are not what their hash says: it keeps nothing of them. */
const MISMATCH = 'checksum_mismatch'

/** Sends one queued photo and stores the result. Rejects only where the device's storage fails. */
export async function takePhotoTurn(
  turn: PhotoTurnOptions,
  waiting: OutboxPhoto,
  sender: Sender,
): Promise<void> {
  const startedAt = turn.now()
  const photo = await claim(turn.outbox, waiting, sender)
  if (!photo) return
  turn.onChange?.()
  const verdict = photo.isUnwanted
    ? await turn.withdraw(photo, sender.token)
    : await attempt(turn, photo, sender)
  await carryOut(turn, photo, verdict, { sender, startedAt })
  turn.onChange?.()
}

/** Takes the photo in the same transaction that checks its state: one discarded or taken over meanwhile is not sent. */
function claim(
  outbox: Outbox,
  photo: OutboxPhoto,
  { userId }: Sender,
): Promise<OutboxPhoto | undefined> {
  const isStillDue = ({ state, ownerUserId }: OutboxPhoto) =>
    state === 'waiting' && ownerUserId === userId
  return outbox.change(photo.key, (found) =>
    // From here on it may not be made smaller.
    isStillDue(found) ? { state: 'sending', isToShrink: false } : undefined,
  )
}

async function attempt(
  turn: PhotoTurnOptions,
  photo: OutboxPhoto,
  { token }: Sender,
): Promise<Verdict> {
  const meter = createLineMeter(turn.outbox, turn.now)
  const note = async (progress: Progress) => {
    meter.reached(progress.offset ?? 0)
    return (await noteProgress(turn, photo, progress)) && (await turn.readSender())?.token === token
  }
  try {
    // Where the device cannot read them, others must not wait for this photo for ever.
    const bytes = await turn.outbox.readBytes(photo.key)
    if (!bytes) {
      // Those of a photo that was discarded just now are gone, while the server may have it.
      if (!(await note({}))) return { kind: 'stopped' }
      return { kind: 'refused', reason: null, code: 'bytes_missing' }
    }
    const answer = await turn.send({ photo, bytes, token, note })
    if (answer) meter.reached(bytes.byteLength)
    return answer ? judgeAnswer(photo, answer) : { kind: 'stopped' }
  } catch (error) {
    return judgeError(error)
  } finally {
    await meter.note()
  }
}

/**
 * Stores the progress; gives whether the photo is still wanted. Any progress resets the attempts, but for a photo that arrives as
 * something else: all of it is sent each time.
 */
async function noteProgress(
  { outbox, onChange }: PhotoTurnOptions,
  photo: OutboxPhoto,
  progress: Progress,
): Promise<boolean> {
  const noted = await outbox.change(photo.key, ({ state, offset, reasonCode }) => {
    if (!isQueued(state)) return undefined
    const isFurther = (progress.offset ?? 0) > offset && reasonCode !== MISMATCH
    return { ...progress, ...(isFurther && { attempts: 0, reason: null, reasonCode: null }) }
  })
  onChange?.()
  return noted !== undefined && !noted.isUnwanted
}

/**
 * Writes the verdict down, unless the photo has come further: without the browser's locks another may have sent it while this
 * holder slept.
 */
async function carryOut(
  { outbox, onStored, now, random }: PhotoTurnOptions,
  { key }: OutboxPhoto,
  verdict: Verdict,
  { sender, startedAt }: { sender: Sender; startedAt: number },
): Promise<void> {
  const settle = (change: PhotoChange) =>
    outbox.change(key, (photo) => (isQueued(photo.state) ? change(photo) : undefined))
  switch (verdict.kind) {
    case 'stored':
      await outbox.changeAndFreeBytes(key, ({ postId, isUnwanted }) =>
        postId === null && !isUnwanted ? storedPhoto(verdict.post, now()) : undefined,
      )
      // Discarded meanwhile: its next turn takes it out of the Orma again.
      if (await settle(({ isUnwanted }) => (isUnwanted ? { state: 'waiting' } : undefined))) return
      onStored?.(verdict.post)
      return
    case 'deleted':
      await outbox.remove((photo) => photo.key === key && photo.postId === null)
      return
    case 'refused': {
      const { reason, code: reasonCode } = verdict
      const refused = await settle(({ mayBeStored }) => ({
        state: 'refused',
        reason,
        reasonCode,
        mayBeStored: mayBeStored && UNDECIDED.includes(reasonCode),
      }))
      if (refused?.isUnwanted) await outbox.remove((photo) => photo.key === key)
      return
    }
    case 'later': {
      const tookMs = now() - startedAt
      const later = await settle(({ attempts }) => ({
        state: 'waiting',
        attempts: attempts + 1,
        ...waitFor(verdict.retryAfterMs ?? retryWaitMs(attempts + 1, { tookMs, random }), now()),
        reason: verdict.reason,
        reasonCode: verdict.isNetwork ? NO_NETWORK : verdict.code,
      }))
      if (later?.reasonCode === PAUSED) await putOffOrma(outbox, later)
      return
    }
    case 'signed-out':
      await refuseToken(outbox, sender.token)
      await settle(() => ({ state: 'waiting' }))
      return
    case 'stopped':
      await settle(() => ({ state: 'waiting' }))
  }
}

/** Puts off all that waits for an Orma as this photo of it was: the server is asked about the Orma once, not for each of them. */
async function putOffOrma(outbox: Outbox, photo: OutboxPhoto): Promise<void> {
  const { eventHash, ownerUserId, attempts, nextAt, waitMs, reason, reasonCode } = photo
  // Those that are being made smaller have their own time.
  const isMeant = (other: OutboxPhoto) =>
    other.state === 'waiting' &&
    !other.isToShrink &&
    other.eventHash === eventHash &&
    other.ownerUserId === ownerUserId
  await outbox.changeAll((other) =>
    isMeant(other) ? { attempts, nextAt, waitMs, reason, reasonCode } : undefined,
  )
}

function isQueued(state: PhotoState): boolean {
  return state === 'waiting' || state === 'sending'
}
