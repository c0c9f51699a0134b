import { api } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { call } from '../../api/call.ts'
import { changeOutbox } from '../store/change-outbox.ts'
import { outbox } from '../store/outbox.ts'
import type { Outbox } from '../store/outbox.ts'
import { readSession } from '../../device/token.ts'
import type { WaitingChange } from '../store/change-outbox.ts'
import { cachePost, forgetPosts } from '../../cache/cached-posts.ts'
import { cacheThumb } from '../../cache/picture-room.ts'
import {
  announceFinished,
  announceRefused,
  announceSent,
  announceUnwritten,
  announceUploads,
} from './announce.ts'
import { showBadge } from './app-badge.ts'
import type { ChangeAnswer, ChangeTurnOptions } from './change-turn.ts'
import { createDrain } from './drain.ts'
import { endPoll } from './end-poll.ts'
import { holdChanges } from './hold-changes.ts'
import type { HoldingChanges } from './hold-changes.ts'
import { holdUnwritten } from './hold-unwritten.ts'
import type { HoldingOutbox } from './hold-unwritten.ts'
import { pruneDone, unwant } from './photo-actions.ts'
import type { Sender } from './photo-turn.ts'
import { createPoll } from './poll.ts'
import { createRepeater } from './repeat.ts'
import { revokeTokens } from '../send/revoke-tokens.ts'
import { sendChange } from '../send/send-change.ts'
import { sendPhoto } from '../send/send-photo.ts'
import { withdrawPhoto } from '../send/withdraw.ts'

/** Less than the 3 minutes that browsers allow a sync event; an open page renews it. */
const BUDGET_MS = 150_000

interface WorkOptions {
  reactions?: ChangeTurnOptions
  /** The outbox has changed; by default all pages are told. */
  onChange?: () => void
  /** Whether sending is to stop wherever it can, because another worker is to take over. */
  isYielding?: () => boolean
}

/**
 * Makes the function that sends an outbox and follows the photos being processed, in the worker, or in a page where there is
 * none. It resolves with whether nothing is left to send; never rejects.
 */
export function createUploadWork(
  photos: Outbox,
  { reactions, onChange = announceUploads, isYielding }: WorkOptions = {},
): () => Promise<boolean> {
  // Without a sender nothing is begun, and sending in chunks stops.
  const readSender = async () => (isYielding?.() ? undefined : readUser())
  const poll = createRepeater({
    step: createPoll({
      outbox: photos,
      readSender,
      listPending: async (event_hash, token) =>
        (await call(api.listPendingPosts, { params: { event_hash }, token })).posts,
      getPost: async (event_hash, post_id, token) =>
        (await call(api.getPost, { params: { event_hash, post_id }, token })).post,
      onChange,
      onFinished: showFinished,
    }),
    budgetMs: BUDGET_MS,
    onError: console.error,
  })
  const drain = createRepeater({
    step: createDrain({
      outbox: photos,
      readSender,
      send: sendPhoto,
      withdraw: withdrawPhoto,
      ...(reactions && { reactions }),
      onChange,
      onStored: (post) => {
        if (post.status !== 'READYFORPROCESSING') showFinished(post)
        void poll()
        countOnBadge(photos).catch(console.error)
      },
    }),
    budgetMs: BUDGET_MS,
    onError: console.error,
  })

  return async () => {
    await pruneDone(photos, Date.now()).catch(console.error)
    const [isSent] = await Promise.all([drain(), poll()])
    // The poll may have ended before the last photo was sent.
    await poll()
    return isSent
  }
}

/** Sends what is queued; first notes that the photos with the keys `discard` are unwanted. */
export type DeviceWork = (discard?: readonly string[]) => Promise<boolean>

/** The function that sends everything queued on this device; page and worker each make one. */
export function createDeviceWork(isYielding?: () => boolean): DeviceWork {
  const changes = holdChanges(changeOutbox)
  const reactions = {
    changes,
    sendChange,
    onChangeSent: showSent,
    onChangeRefused: announceRefused,
  }
  const photos = holdUnwritten(outbox)
  const onChange = () => void photos.unwritten().then(announceUnwritten).catch(console.error)
  const work = createUploadWork(photos, { reactions, onChange, ...(isYielding && { isYielding }) })
  return async (discard = []) => {
    for (const key of discard) await unwant(photos, key).catch(console.error)
    if (discard.length > 0) onChange()
    await tellHeld(photos, changes).catch(console.error)
    const [isSent, isRevoked] = await Promise.all([work(), revokeTokens().catch(() => true)])
    return isSent && isRevoked
  }
}

/** Tells a page that has just been opened what could not be written until now. */
async function tellHeld(photos: HoldingOutbox, changes: HoldingChanges): Promise<void> {
  if (await changes.writeHeld()) announceUploads()
  await photos.writeHeld()
  const unwritten = await photos.unwritten()
  if (unwritten.length > 0) announceUnwritten(unwritten)
}

/** Shows the server's answer to a change in all pages, and forgets a deleted photo. */
async function showSent(change: WaitingChange, answer: ChangeAnswer): Promise<void> {
  const { kind, eventHash, postId } = change
  if (kind === 'delete-post') {
    await forgetPosts(eventHash, [postId]).catch(console.error)
    const gone = { event_hash: eventHash, id: postId, status: 'GONE' } as const
    if (await endPoll(outbox, gone).catch(() => false)) announceUploads()
  }
  announceSent(change, answer)
}

/** Shows a photo with its end state in all pages, and caches it. */
function showFinished(post: Post): void {
  announceFinished(post)
  cachePost(post).catch(console.error)
  cacheThumb(post).catch(console.error)
}

/** Also sets the badge while no page is open. */
async function countOnBadge(photos: Outbox): Promise<void> {
  const [listed, sender] = await Promise.all([photos.list(), readUser()])
  showBadge(listed, sender?.userId)
}

async function readUser(): Promise<Sender | undefined> {
  const session = await readSession()
  return session && { token: session.token, userId: session.user.id }
}
