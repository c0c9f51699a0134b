import { api } from '../../contract/api.ts'
import { call } from '../api/call.ts'
import type { Outbox } from '../device/outbox.ts'
import { readSession } from '../device/token.ts'
import { announceFinished, announceUploads } from './announce.ts'
import { showBadge } from './app-badge.ts'
import { createDrain } from './drain.ts'
import { pruneDone } from './photo-actions.ts'
import type { Sender } from './photo-turn.ts'
import { createPoll } from './poll.ts'
import { createRepeater } from './repeat.ts'
import { sendPhoto } from './send-photo.ts'
import { withdrawPhoto } from './withdraw.ts'

/** Less than the 3 minutes that a browser gives a sync event; a page that is open renews it. */
const BUDGET_MS = 150_000

/**
 * Makes the function that sends what waits in an outbox and follows what is being processed, here: in the worker, or in a
 * page where there is none. It resolves with whether nothing is left to send, and never rejects.
 */
export function createUploadWork(outbox: Outbox): () => Promise<boolean> {
  const poll = createRepeater({
    step: createPoll({
      outbox,
      readSender,
      listPending: async (event_hash, token) =>
        (await call(api.listPendingPosts, { params: { event_hash }, token })).posts,
      getPost: async (event_hash, post_id, token) =>
        (await call(api.getPost, { params: { event_hash, post_id }, token })).post,
      onChange: announceUploads,
      onFinished: announceFinished,
    }),
    budgetMs: BUDGET_MS,
    onError: console.error,
  })
  const drain = createRepeater({
    step: createDrain({
      outbox,
      readSender,
      send: sendPhoto,
      withdraw: withdrawPhoto,
      onChange: announceUploads,
      onStored: (post) => {
        if (post.status !== 'READYFORPROCESSING') announceFinished(post)
        void poll()
        countOnBadge(outbox).catch(console.error)
      },
    }),
    budgetMs: BUDGET_MS,
    onError: console.error,
  })

  return async () => {
    await pruneDone(outbox, Date.now()).catch(console.error)
    const [isSent] = await Promise.all([drain(), poll()])
    // The poll may have ended before the last photo was sent.
    await poll()
    return isSent
  }
}

/** For when no page is open to do it. */
async function countOnBadge(outbox: Outbox): Promise<void> {
  const [photos, sender] = await Promise.all([outbox.list(), readSender()])
  showBadge(photos, sender?.userId)
}

async function readSender(): Promise<Sender | undefined> {
  const session = await readSession()
  return session && { token: session.token, userId: session.user.id }
}
