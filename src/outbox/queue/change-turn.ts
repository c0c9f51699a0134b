import type { Comment, Like, Post } from '../../../contract/entities.ts'
import { HELD } from '../store/change-outbox.ts'
import type { ChangeOutbox, WaitingChange } from '../store/change-outbox.ts'
import type { Outbox } from '../store/outbox.ts'
import { NO_NETWORK } from '../store/outbox-photo.ts'
import type { Sender } from './photo-turn.ts'
import { refuseToken } from './refused-token.ts'
import { retryDelayMs } from './retry-delay.ts'
import { judgeError } from '../send/upload-answer.ts'
import { isDue, waitFor } from './waits.ts'

/** What the server says of a like or comment that it has. */
export interface ChangeAnswer {
  comment?: Comment
  Likes?: Like[]
  /** Photos that are approved now. */
  posts?: Post[]
}

export interface ChangeTurnOptions {
  changes: ChangeOutbox
  sendChange: (change: WaitingChange, token: string) => Promise<ChangeAnswer>
  /** The server has it. Called while it is still in the outbox. */
  onChangeSent?: (change: WaitingChange, answer: ChangeAnswer) => Promise<void>
  onChangeRefused?: (change: WaitingChange) => void
}

interface Surroundings extends ChangeTurnOptions {
  outbox: Outbox
  onChange?: () => void
  now: () => number
  random?: () => number
}

/** Tries after which one that the server trips over lets the others pass. */
const STEPS_ASIDE_AFTER = 5

/**
 * Sends the likes and comments of the sender that wait, in the order of doing, as far as it is their time. Gives when the
 * next one's time comes (epoch milliseconds); undefined: none is left that could be sent in this sender's name.
 */
export async function takeChangeTurns(
  turns: Surroundings,
  sender: Sender,
): Promise<number | undefined> {
  for (;;) {
    const next = nextToSend(await turns.changes.list(), sender.userId, turns.now())
    if (next === undefined || typeof next === 'number') return next
    if (!(await sendOne(turns, next, sender))) return undefined
  }
}

function nextToSend(
  changes: WaitingChange[],
  userId: number,
  now: number,
): WaitingChange | number | undefined {
  let wakeAt: number | undefined
  for (const change of changes) {
    if (change.state !== 'waiting' || change.ownerUserId !== userId) continue
    if (isDue(change, now)) return change
    wakeAt = Math.min(wakeAt ?? Infinity, change.nextAt)
    if (!stepsAside(change)) break
  }
  return wakeAt
}

/** All wait behind the oldest, but for one that its page is sending, and one that the server alone trips over. */
function stepsAside({ attempts, reasonCode }: WaitingChange): boolean {
  return reasonCode === HELD || (attempts >= STEPS_ASIDE_AFTER && reasonCode !== NO_NETWORK)
}

/** Gives false where nothing more can be sent with this token. */
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
    } else {
      await changes.edit(change.key, () => ({ state: 'refused' }))
      told.onChangeRefused?.(change)
    }
  }
  onChange?.()
  return true
}
