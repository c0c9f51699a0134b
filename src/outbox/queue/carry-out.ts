import type { Post } from '../../../contract/entities.ts'
import { onlyIfFull } from '../../device/device-database.ts'
import { storedPhoto } from '../send/upload-answer.ts'
import type { Verdict } from '../send/upload-answer.ts'
import { NO_NETWORK, CLOSED, forPhotos, isPhoto, isQueued } from '../store/outbox-item.ts'
import type { ItemChange, OutboxItem } from '../store/outbox-item.ts'
import { ORMA_GONE } from '../store/outbox-photo.ts'
import { refuseToken } from '../store/notes.ts'
import type { Sender, SendItemOptions } from './send-item.ts'
import { retryWaitMs, waitFor } from './waits.ts'

/** Codes after which the server may still have a photo that was sent before: it was not asked for it, or did not look. */
const UNDECIDED = ['bytes_missing', ORMA_GONE]

/** After so many tries that the server fails at, a change without words is given up: its failure is told (specification). */
const TRIES_MAX = 3
const WAITING_ON = ['photo', 'comment', 'edit-comment']

/**
 * Writes the verdict down, unless the item has come further: without the browser's locks another may have sent it while this holder
 * slept.
 */
export async function carryOut(
  turn: SendItemOptions,
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
      const { reason, isNetwork, retryAfterMs } = verdict
      const reasonCode = isNetwork ? NO_NETWORK : verdict.code
      const isFailing = !isNetwork && retryAfterMs === undefined && !CLOSED.includes(reasonCode)
      await settle(({ kind, attempts: before }) => {
        const attempts = before + 1
        const wait = waitFor(retryAfterMs ?? retryWaitMs(attempts, { tookMs, random }), now())
        const isGivenUp = isFailing && attempts >= TRIES_MAX && !WAITING_ON.includes(kind)
        return { attempts, reason, reasonCode, ...wait, state: isGivenUp ? 'refused' : 'waiting' }
      })
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
  { outbox, onStored, now }: SendItemOptions,
  key: string,
  post: Post,
): Promise<void> {
  // Discarded meanwhile: its next turn takes it out of the Orma again.
  const stored = forPhotos((photo) => {
    if (!isQueued(photo) || photo.postId !== null) return undefined
    return photo.isUnwanted ? { state: 'waiting' } : storedPhoto(post, now())
  })
  try {
    const after = await outbox.change(key, stored, null)
    if (after && isPhoto(after) && after.isUnwanted) return
  } catch (error) {
    onlyIfFull(error)
    // The server has it, and its news comes without the record too.
    const isWanted = (item: OutboxItem) => !(isPhoto(item) && item.isUnwanted)
    if ((await outbox.remove((item) => item.key === key && isWanted(item))) === 0) return
  }
  onStored?.(post)
}
