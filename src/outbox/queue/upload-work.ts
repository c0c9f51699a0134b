import { api } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { call } from '../../api/call.ts'
import { changeOutbox } from '../store/change-outbox.ts'
import { outbox } from '../store/outbox.ts'
import type { Outbox } from '../store/outbox.ts'
import { readSession } from '../../device/token.ts'
import type { WaitingChange } from '../store/change-outbox.ts'
import { cachePost, forgetPosts } from '../../cache/cached-posts.ts'
import { announceFinished, announceRefused, announceSent, announceUploads } from './announce.ts'
import { showBadge } from './app-badge.ts'
import type { ChangeAnswer, ChangeTurnOptions } from './change-turn.ts'
import { createDrain } from './drain.ts'
import { pruneDone } from './photo-actions.ts'
import type { Sender } from './photo-turn.ts'
import { createPoll } from './poll.ts'
import { createRepeater } from './repeat.ts'
import { revokeTokens } from '../send/revoke-tokens.ts'
import { sendChange } from '../send/send-change.ts'
import { sendPhoto } from '../send/send-photo.ts'
import { withdrawPhoto } from '../send/withdraw.ts'

/** Less than the 3 minutes that a browser gives a sync event; a page that is open renews it. */
const BUDGET_MS = 150_000

export interface WorkOptions {
  reactions?: ChangeTurnOptions
  /** Whether all that can stop is to stop, for somebody else to go on with it. */
  isYielding?: () => boolean
}

/**
 * Makes the function that sends what waits in an outbox and follows what is being processed, here: in the worker, or in a
 * page where there is none. It resolves with whether nothing is left to send, and never rejects.
 */
export function createUploadWork(
  photos: Outbox,
  { reactions, isYielding }: WorkOptions = {},
): () => Promise<boolean> {
  // Without a sender nothing is begun, and what goes in chunks stops.
  const readSender = async () => (isYielding?.() ? undefined : readUser())
  const poll = createRepeater({
    step: createPoll({
      outbox: photos,
      readSender,
      listPending: async (event_hash, token) =>
        (await call(api.listPendingPosts, { params: { event_hash }, token })).posts,
      getPost: async (event_hash, post_id, token) =>
        (await call(api.getPost, { params: { event_hash, post_id }, token })).post,
      onChange: announceUploads,
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
      onChange: announceUploads,
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

/** The work on all that waits on this device, of which each program has one. */
export function createDeviceWork(isYielding?: () => boolean): () => Promise<boolean> {
  const reactions = {
    changes: changeOutbox,
    sendChange,
    onChangeSent: showSent,
    onChangeRefused: announceRefused,
  }
  const work = createUploadWork(outbox, { reactions, ...(isYielding && { isYielding }) })
  return async () => {
    const [isSent, isRevoked] = await Promise.all([work(), revokeTokens().catch(() => true)])
    return isSent && isRevoked
  }
}

/** Shows what the server has made of a change, now in all pages; a photo that is deleted is not there again later either. */
async function showSent(change: WaitingChange, answer: ChangeAnswer): Promise<void> {
  const { kind, eventHash, postId } = change
  if (kind === 'delete-post') await forgetPosts(eventHash, [postId]).catch(console.error)
  announceSent(change, answer)
}

/** Shows a photo that has its end state, now in all pages and later without a network. */
function showFinished(post: Post): void {
  announceFinished(post)
  cachePost(post).catch(console.error)
}

/** For when no page is open to do it. */
async function countOnBadge(photos: Outbox): Promise<void> {
  const [listed, sender] = await Promise.all([photos.list(), readUser()])
  showBadge(listed, sender?.userId)
}

async function readUser(): Promise<Sender | undefined> {
  const session = await readSession()
  return session && { token: session.token, userId: session.user.id }
}
