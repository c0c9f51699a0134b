import type { Post } from '../../../contract/entities.ts'
import { NO_NETWORK, PAUSED, forPhotos, isPhoto } from '../store/outbox-item.ts'
import type { ItemChange, OutboxItem } from '../store/outbox-item.ts'
import type { OutboxChange } from '../store/outbox-change.ts'
import { ORMA_GONE } from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import type { Outbox } from '../store/outbox.ts'
import type { ChangeAnswer } from '../send/send-change.ts'
import type { Progress, Send } from '../send/sending.ts'
import { judgeAnswer, judgeError, storedPhoto } from '../send/upload-answer.ts'
import type { Verdict } from '../send/upload-answer.ts'
import { createLineMeter } from './line-rate.ts'
import { refuseToken } from './refused-token.ts'
import { retryWaitMs } from './retry-delay.ts'
import { waitFor } from './waits.ts'

/** The user in whose name items are sent. */
export interface Sender {
  token: string
  userId: number
}

export interface TurnOptions {
  /** Of a device: one that goes on where there is no room (`holdUnwritten`). */
  outbox: Outbox
  readSender: () => Promise<Sender | undefined>
  sendPhoto: Send
  sendChange: (change: OutboxChange, token: string) => Promise<ChangeAnswer>
  /** Asks the server for a photo that is not wanted any more, and deletes what it has of an unfinished upload. */
  withdraw: (photo: OutboxPhoto, token: string) => Promise<Verdict>
  /** A record has changed. */
  onChange?: () => void
  onStored?: (post: Post) => void
  /** The server has a change. Called while it is still in the outbox. */
  onSent?: (change: OutboxChange, answer: ChangeAnswer) => Promise<void>
  now: () => number
  random?: () => number
}

/** Codes after which the server may still have a photo that was sent before: it was not asked for it, or did not look. */
const UNDECIDED = ['bytes_missing', ORMA_GONE]

/** The server's code of bytes that are not what their hash says: it keeps nothing of them. */
const MISMATCH = 'checksum_mismatch'

/** After so many tries that the server fails at, a change without words is given up: its failure is told (specification). */
const TRIES_MAX = 3

/** Sends one queued item and stores the result. Rejects only where the device's storage fails. */
export async function takeTurn(turn: TurnOptions, item: OutboxItem, sender: Sender): Promise<void> {
  const startedAt = turn.now()
  const claimed = isPhoto(item) ? await claim(turn.outbox, item, sender) : item
  if (!claimed) return
  turn.onChange?.()
  const verdict = isPhoto(claimed)
    ? await attemptPhoto(turn, claimed, sender)
    : await attemptChange(turn, claimed, sender)
  await carryOut(turn, claimed, verdict, { sender, startedAt })
  turn.onChange?.()
}

/** Takes the photo in the same transaction that checks its state: one discarded or taken over meanwhile is not sent. */
async function claim(
  outbox: Outbox,
  { key }: OutboxPhoto,
  { userId }: Sender,
): Promise<OutboxItem | undefined> {
  // From here on it may not be made smaller.
  const sending = { state: 'sending', isToShrink: false } as const
  return outbox.change(
    key,
    forPhotos(({ state, ownerUserId }) =>
      state === 'waiting' && ownerUserId === userId ? sending : undefined,
    ),
  )
}

async function attemptChange(
  { sendChange, onSent }: TurnOptions,
  change: OutboxChange,
  { token }: Sender,
): Promise<Verdict> {
  try {
    const answer = await sendChange(change, token)
    await onSent?.(change, answer)
    return { kind: 'done' }
  } catch (error) {
    return judgeError(error)
  }
}

async function attemptPhoto(
  turn: TurnOptions,
  photo: OutboxPhoto,
  { token }: Sender,
): Promise<Verdict> {
  if (photo.isUnwanted) return turn.withdraw(photo, token)
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
    const answer = await turn.sendPhoto({ photo, bytes, token, note })
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
  { outbox, onChange }: TurnOptions,
  { key }: OutboxPhoto,
  progress: Progress,
): Promise<boolean> {
  const noted = await outbox.change(
    key,
    forPhotos((photo) => {
      if (!isQueued(photo)) return undefined
      const isFurther = (progress.offset ?? 0) > photo.offset && photo.reasonCode !== MISMATCH
      return { ...progress, ...(isFurther && { attempts: 0, reason: null, reasonCode: null }) }
    }),
  )
  onChange?.()
  return noted !== undefined && isPhoto(noted) && !noted.isUnwanted
}

/**
 * Writes the verdict down, unless the item has come further: without the browser's locks another may have sent it while this holder
 * slept.
 */
async function carryOut(
  turn: TurnOptions,
  { key }: OutboxItem,
  verdict: Verdict,
  { sender, startedAt }: { sender: Sender; startedAt: number },
): Promise<void> {
  const { outbox, now, random } = turn
  const settle = (change: ItemChange) =>
    outbox.change(key, (item) => (isQueued(item) ? change(item) : undefined))
  switch (verdict.kind) {
    case 'stored':
      return carryOutStored(turn, key, verdict.post)
    case 'done':
    case 'deleted':
      await outbox.remove((item) => item.key === key && !(isPhoto(item) && item.postId !== null))
      return
    case 'refused': {
      const { reason, code: reasonCode } = verdict
      const refused = await settle((item) => ({
        state: 'refused',
        reason,
        reasonCode,
        ...(isPhoto(item) && { mayBeStored: item.mayBeStored && UNDECIDED.includes(reasonCode) }),
      }))
      if (refused && isPhoto(refused) && refused.isUnwanted)
        await outbox.remove((item) => item.key === key)
      return
    }
    case 'later': {
      const tookMs = now() - startedAt
      const reasonCode = verdict.isNetwork ? NO_NETWORK : verdict.code
      const later = await settle((item) => {
        const attempts = item.attempts + 1
        const waitMs = verdict.retryAfterMs ?? retryWaitMs(attempts, { tookMs, random })
        const tried = { attempts, reason: verdict.reason, reasonCode }
        const isFailing = !verdict.isNetwork && verdict.retryAfterMs === undefined
        const state = isFailing && isGivenUp(item.kind, tried) ? 'refused' : 'waiting'
        return { ...tried, ...waitFor(waitMs, now()), state }
      })
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

async function carryOutStored(
  { outbox, onStored, now }: TurnOptions,
  key: string,
  post: Post,
): Promise<void> {
  const stored = forPhotos((photo) =>
    isQueued(photo) && photo.postId === null && !photo.isUnwanted
      ? storedPhoto(post, now())
      : undefined,
  )
  await outbox.change(key, stored, null)
  // Discarded meanwhile: its next turn takes it out of the Orma again.
  const unwanted = forPhotos((photo) =>
    isQueued(photo) && photo.isUnwanted ? { state: 'waiting' } : undefined,
  )
  if (await outbox.change(key, unwanted)) return
  onStored?.(post)
}

/** Puts off all that waits for an Orma as this item of it was: the server is asked about the Orma once, not for each of them. */
async function putOffOrma(outbox: Outbox, item: OutboxItem): Promise<void> {
  const { eventHash, ownerUserId, attempts, nextAt, waitMs, reason, reasonCode } = item
  const isMeant = (other: OutboxItem) =>
    other.state === 'waiting' &&
    isPhoto(other) === isPhoto(item) &&
    // Those that are being made smaller have their own time.
    !(isPhoto(other) && other.isToShrink) &&
    other.eventHash === eventHash &&
    other.ownerUserId === ownerUserId
  await outbox.changeAll((other) =>
    isMeant(other) ? { attempts, nextAt, waitMs, reason, reasonCode } : undefined,
  )
}

type Tried = Pick<OutboxItem, 'attempts' | 'reasonCode'>

function isGivenUp(kind: OutboxItem['kind'], { attempts, reasonCode }: Tried): boolean {
  const waitsOn = ['photo', 'comment', 'edit-comment'].includes(kind) || reasonCode === PAUSED
  return !waitsOn && attempts >= TRIES_MAX
}

function isQueued({ state }: OutboxItem): boolean {
  return state === 'waiting' || state === 'sending'
}
