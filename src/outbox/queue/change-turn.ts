import type { Comment, Like, Post } from '../../../contract/entities.ts'
import { HELD, isOfSameThing } from '../store/change-outbox.ts'
import type { ChangeOutbox, WaitingChange } from '../store/change-outbox.ts'
import type { Outbox } from '../store/outbox.ts'
import { NO_NETWORK, PAUSED } from '../store/outbox-photo.ts'
import { keysBeingSent } from './change-lock.ts'
import type { Sender } from './photo-turn.ts'
import { refuseToken } from './refused-token.ts'
import { retryDelayMs } from './retry-delay.ts'
import { judgeError } from '../send/upload-answer.ts'
import { isDue, waitFor } from './waits.ts'

/** What the server answers to a change. */
export interface ChangeAnswer {
  comment?: Comment
  Likes?: Like[]
  /** Posts that were approved. */
  posts?: Post[]
  /** What was to be deleted was not there any more. */
  wasGone?: boolean
}

export interface ChangeTurnOptions {
  /** Of a device: ones that go on where there is no room (`holdChanges`). */
  changes: ChangeOutbox
  sendChange: (change: WaitingChange, token: string) => Promise<ChangeAnswer>
  /** The server has the change. Called while it is still in the outbox. */
  onChangeSent?: (change: WaitingChange, answer: ChangeAnswer) => Promise<void>
  onChangeRefused?: (change: WaitingChange) => void
}

interface Surroundings extends ChangeTurnOptions {
  outbox: Outbox
  onChange?: () => void
  now: () => number
  random?: () => number
}

/** After so many tries, a change that fails on the server alone lets the others pass. */
const STEPS_ASIDE_AFTER = 5

/**
 * Sends the sender's queued changes in the order of doing, as far as they are due. Gives when the next one is due (epoch
 * milliseconds); undefined: no other can be sent in this sender's name.
 */
export async function takeChangeTurns(
  turns: Surroundings,
  sender: Sender,
): Promise<number | undefined> {
  for (;;) {
    const now = turns.now()
    const queued = await withLeft(await turns.changes.list(), now)
    const next = nextToSend(queued, sender.userId, now)
    if (next === undefined || typeof next === 'number') return next
    if (!(await sendOne(turns, next, sender))) return undefined
  }
}

/** The changes, with those due that a page was sending as it was closed. */
async function withLeft(changes: WaitingChange[], now: number): Promise<WaitingChange[]> {
  const isHeld = ({ reasonCode }: WaitingChange) => reasonCode === HELD
  const living = changes.some(isHeld) ? await keysBeingSent() : undefined
  if (!living) return changes
  const isLeft = (change: WaitingChange) => isHeld(change) && !living.has(change.key)
  return changes.map((change) => (isLeft(change) ? { ...change, nextAt: now } : change))
}

function nextToSend(
  changes: WaitingChange[],
  userId: number,
  now: number,
): WaitingChange | number | undefined {
  let wakeAt: number | undefined
  const passed: WaitingChange[] = []
  for (const change of changes) {
    if (change.state !== 'waiting' || change.ownerUserId !== userId) continue
    const isNext = !passed.some((earlier) => isOfSameThing(earlier, change))
    if (isNext && isDue(change, now)) return change
    if (isNext) wakeAt = Math.min(wakeAt ?? Infinity, change.nextAt)
    if (isNext && !stepsAside(change)) break
    passed.push(change)
  }
  return wakeAt
}

/**
 * The oldest change holds up the others, unless its page is sending it, its Orma is paused, or it fails on the server alone: then
 * only those of the same thing.
 */
function stepsAside({ attempts, reasonCode }: WaitingChange): boolean {
  if (reasonCode === HELD || reasonCode === PAUSED) return true
  return attempts >= STEPS_ASIDE_AFTER && reasonCode !== NO_NETWORK
}

/** Gives false where the token is refused. */
async function sendOne(
  { changes, outbox, sendChange, onChange, now, random, ...told }: Surroundings,
  change: WaitingChange,
  { token }: Sender,
): Promise<boolean> {
  const isIt = ({ key }: WaitingChange) => key === change.key
  try {
    const answer = await sendChange(change, token)
    await told.onChangeSent?.(change, answer)
    await changes.remove(isIt)
  } catch (error) {
    const verdict = judgeError(error)
    if (verdict.kind === 'signed-out') {
      await refuseToken(outbox, token)
      return false
    }
    if (verdict.kind === 'later') {
      const attempts = change.attempts + 1
      const waitMs = verdict.retryAfterMs ?? retryDelayMs(attempts, random)
      const reasonCode = verdict.isNetwork ? NO_NETWORK : verdict.code
      await changes.edit(change.key, () => ({ attempts, reasonCode, ...waitFor(waitMs, now()) }))
    } else if (verdict.kind === 'deleted') {
      await changes.remove(isIt)
    } else {
      await changes.edit(change.key, () => ({ state: 'refused' }))
      told.onChangeRefused?.(change)
    }
  }
  onChange?.()
  return true
}
