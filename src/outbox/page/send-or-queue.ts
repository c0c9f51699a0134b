import { HELD, changeOutbox, isOfSameThing } from '../store/change-outbox.ts'
import type { NewChange, WaitingChange } from '../store/change-outbox.ts'
import { NO_NETWORK } from '../store/outbox-photo.ts'
import { REQUEST_TIMEOUT_MS } from '../../../contract/limits.ts'
import type { ChangeAnswer } from '../queue/change-turn.ts'
import { announceUploads } from '../queue/announce.ts'
import { noteSending } from '../queue/change-lock.ts'
import { sendChange } from '../send/send-change.ts'
import { judgeError } from '../send/upload-answer.ts'
import type { Verdict } from '../send/upload-answer.ts'
import { waitFor } from '../queue/waits.ts'
import { inTime } from '../../device/in-time.ts'
import { wait } from '../../device/wait.ts'
import { forgetNote } from './change-notes.ts'
import { nudgeUploads } from './drivers.ts'

/** How long the outbox leaves a change to the page that is sending it, unless it is known to be gone. */
const HELD_MS = REQUEST_TIMEOUT_MS + 5000
/** So soon its page repeats a try that failed (`isWorthRepeating`), or forgets the change. */
const REPEATED_WITHIN_MS = 5000
/** `reasonCode` of a change whose token the server refused. */
const SIGNED_OUT = 'signed_out'

/**
 * Sends a change of a post or its comments, stored in the outbox first, so that it outlives the page. Gives the answer;
 * undefined: it is queued, because the server is silent, an earlier change waits, or its user has to sign in again, for which
 * `onSignedOut` is called. Rejects with the server's refusal; the change then stays in the outbox until `forgetChange`.
 */
export function sendOrQueue(
  change: NewChange,
  token: string,
  onSignedOut: () => void,
): Promise<ChangeAnswer | undefined> {
  const sending = sendHeld(change, token, onSignedOut)
  const over = sending.catch(() => wait(REPEATED_WITHIN_MS))
  noteSending(change.key, over)
  return sending
}

async function sendHeld(
  change: NewChange,
  token: string,
  onSignedOut: () => void,
): Promise<ChangeAnswer | undefined> {
  const holding = hold(change)
  // Undefined: the device takes long, so it is sent meanwhile.
  const isHeld = await inTime(holding)
  if (isHeld === false) {
    const answer = await sendChange(change, token)
    forgetNote(change.key)
    return answer
  }
  if (isHeld && (await isBehindOthers(change))) {
    await handOver(change, NO_NETWORK)
    return undefined
  }
  try {
    const answer = await sendChange(change, token)
    await inTime(forgetChange(change))
    return answer
  } catch (error) {
    const verdict = judgeError(error)
    const isSignedOut = verdict.kind === 'signed-out'
    if (!isSignedOut && !isSilence(verdict)) throw error
    if (!(await holding)) throw error
    await handOver(change, isSignedOut ? SIGNED_OUT : NO_NETWORK)
    if (isSignedOut) onSignedOut()
    return undefined
  }
}

/** For a change that the server has, or has refused. Left in the outbox it would be sent again. */
export async function forgetChange({ key }: Pick<NewChange, 'key'>): Promise<void> {
  forgetNote(key)
  try {
    if ((await changeOutbox.remove((change) => change.key === key)) === 0) return
    // A page that was opened meanwhile shows it as one that waits; and another one may wait for it.
    announceUploads()
    const isQueued = ({ state, reasonCode }: WaitingChange) =>
      state === 'waiting' && reasonCode !== HELD
    if ((await changeOutbox.list()).some(isQueued)) void nudgeUploads()
  } catch {
    // The outbox sends it once more, which changes nothing.
  }
}

/** Stores the change as being sent by this page; false where the device cannot: then it can only be sent. */
async function hold(change: NewChange): Promise<boolean> {
  const now = Date.now()
  const held: Omit<WaitingChange, 'seq'> = {
    ...change,
    state: 'waiting',
    attempts: 0,
    ...waitFor(HELD_MS, now),
    reasonCode: HELD,
    queuedAt: now,
  }
  try {
    await changeOutbox.add(held)
    forgetNote(change.key)
    return true
  } catch {
    return false
  }
}

/** One that a page is sending, or was as it was closed, is waited for only where both are about the same thing. */
async function isBehindOthers(change: NewChange): Promise<boolean> {
  const changes = await changeOutbox.list()
  const own = changes.findIndex(({ key }) => key === change.key)
  return changes
    .slice(0, Math.max(own, 0))
    .some(
      (earlier) =>
        earlier.ownerUserId === change.ownerUserId &&
        earlier.state === 'waiting' &&
        (earlier.reasonCode !== HELD || isOfSameThing(earlier, change)),
    )
}

async function handOver({ key }: NewChange, reasonCode: string): Promise<void> {
  await changeOutbox.edit(key, () => ({ nextAt: Date.now(), reasonCode }))
  announceUploads()
  // A refused token sends nothing.
  if (reasonCode !== SIGNED_OUT) void nudgeUploads()
}

function isSilence(verdict: Verdict): boolean {
  return verdict.kind === 'later' && verdict.isNetwork
}
