import { api } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { call } from '../../api/call.ts'
import { isRefusal } from '../../api/contact.ts'
import { isPhoto, listPhotos } from '../store/outbox-item.ts'
import type { OutboxChange } from '../store/outbox-item.ts'
import { readRevocations, removeRevocation } from '../store/notes.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { outbox } from '../store/outbox.ts'
import type { Outbox } from '../store/outbox.ts'
import { readSessions } from '../../device/token.ts'
import { cachePost, cachePosts, forgetPosts, readPosts } from '../../cache/cached-posts.ts'
import { cacheThumb } from '../../cache/picture-quota.ts'
import { announce, announceUploads } from './announce.ts'
import { withAnswer } from '../../posts/post-reactions.ts'
import { showBadge } from './photo-actions.ts'
import { createDrain } from './drain.ts'
import { endPoll, createPoll } from './poll.ts'
import type { Sender } from './send-item.ts'
import { sendChange } from '../send/send-change.ts'
import type { ChangeAnswer } from '../send/send-change.ts'
import { sendPhoto, withdrawPhoto } from '../send/send-photo.ts'

/** Less than the 3 minutes that browsers allow a sync event; an open page renews it. */
const BUDGET_MS = 150_000

/** Photos that are done are shown so long. */
const DONE_KEPT_MS = 60 * 60_000

/**
 * Makes the function that sends an outbox and follows the photos being processed, in the worker, or in a page where there is
 * none. It resolves with whether nothing is left to send; never rejects. `isYielding`: whether sending is to stop wherever it can,
 * because another worker is to take over.
 */
export function createUploadWork(
  items: Outbox,
  isYielding?: () => boolean,
): () => Promise<boolean> {
  // Without a sender nothing is begun, and sending in chunks stops.
  const readAll = async () => (isYielding?.() ? [] : readSenders())
  const pollStep = forEachSender(readAll, (readSender) =>
    createPoll({
      outbox: items,
      readSender,
      listPending: async (event_hash, token) =>
        (await call(api.listPendingPosts, { params: { event_hash }, token })).posts,
      getPost: async (event_hash, post_id, token) =>
        (await call(api.getPost, { params: { event_hash, post_id }, token })).post,
      onChange: announceUploads,
      onFinished: showFinished,
    }),
  )
  const poll = createRepeater(pollStep)
  const drainStep = forEachSender(readAll, (readSender) =>
    createDrain({
      outbox: items,
      // What a page alone has is lost with it: it does not wait for a video of the device.
      ...(items !== outbox && { lock: 'orma-upload-of-page' }),
      readSender,
      sendPhoto,
      sendChange,
      withdraw: withdrawPhoto,
      onChange: announceUploads,
      onSent: showSent,
      onStored: (post) => {
        if (post.status !== 'READYFORPROCESSING') showFinished(post)
        void poll()
        countOnBadge(items).catch(console.error)
      },
    }),
  )
  const drain = createRepeater(drainStep)

  return async () => {
    await pruneDone(items, Date.now()).catch(console.error)
    const [isSent, isRevoked] = await Promise.all([
      drain(),
      revokeTokens().catch(() => true),
      poll(),
    ])
    // The poll may have ended before the last photo was sent.
    await poll()
    return isSent && isRevoked
  }
}

async function pruneDone(outbox: Outbox, now: number): Promise<void> {
  const isOld = ({ state, doneAt }: OutboxPhoto) =>
    state === 'done' && doneAt !== null && Math.abs(now - doneAt) > DONE_KEPT_MS
  if (!(await listPhotos(outbox)).some(isOld)) return
  await outbox.remove((item) => isPhoto(item) && isOld(item))
}

/**
 * Caches the server's answer to a change, or forgets a deleted photo, and shows it in all pages. Cached first: once the change has left
 * the outbox, a page that is opened without a network shows what is cached.
 */
async function showSent(change: OutboxChange, answer: ChangeAnswer): Promise<void> {
  const { key, kind, eventHash: event_hash, postId: post_id, commentId: comment_id } = change
  const sent = { key, kind, event_hash, post_id, comment_id, ...answer }
  const [known] = await readPosts(event_hash, [post_id]).catch(() => [])
  if (known) await cachePosts([withAnswer(known, sent)]).catch(console.error)
  if (kind === 'delete-post') {
    await forgetPosts(event_hash, [post_id]).catch(console.error)
    const gone = { event_hash, id: post_id, status: 'GONE' } as const
    if (await endPoll(outbox, gone).catch(() => false)) announceUploads()
  }
  announce({ type: 'CHANGE_SENT', ...sent })
}

/** Shows a photo with its end state in all pages, and caches it. */
function showFinished(post: Post): void {
  announce({ type: 'POST_FINISHED', post })
  cachePost(post)
    .then(() => cacheThumb(post))
    .catch(console.error)
}

/** Also sets the badge while no page is open. */
async function countOnBadge(items: Outbox): Promise<void> {
  const [listed, senders] = await Promise.all([listPhotos(items), readSenders()])
  showBadge(
    listed,
    senders.map(({ userId }) => userId),
  )
}

/** The user by phone, or else the guests by name of Ormas. */
async function readSenders(): Promise<Sender[]> {
  return (await readSessions()).map(({ token, user }) => ({ token, userId: user.id }))
}

type Step = () => Promise<number | undefined>

/** Makes a step for each sender, and gives the one that takes them in turn: each sends what is theirs, with their own token. */
function forEachSender(
  readAll: () => Promise<Sender[]>,
  make: (readSender: () => Promise<Sender | undefined>) => Step,
): Step {
  const steps = new Map<number, Step>()
  const stepOf = (userId: number) =>
    make(async () => (await readAll()).find((sender) => sender.userId === userId))
  return async () => {
    const times: number[] = []
    for (const { userId } of await readAll()) {
      const step = steps.get(userId) ?? stepOf(userId)
      steps.set(userId, step)
      const dueAt = await step()
      if (dueAt !== undefined) times.push(dueAt)
    }
    return times.length > 0 ? Math.min(...times) : undefined
  }
}

/** Revokes the tokens of users who signed out while the server was silent. Gives whether none is left. */
export async function revokeTokens(): Promise<boolean> {
  for (const token of await readRevocations()) {
    try {
      await call(api.logout, { token })
    } catch (error) {
      // 401: the server does not know the token any more, which is what was wanted.
      if (!isRefusal(error, 401)) return false
    }
    await removeRevocation(token)
  }
  return true
}

/** After an unexpected error of a step. */
const AFTER_SURPRISE_MS = 10_000

/**
 * Makes a function that calls `step` now, and again at the time (epoch milliseconds) that it gives, until it gives none or the budget
 * is over. A call while it runs joins it, renews the budget and has `step` called at once. Resolves with whether nothing is left to
 * do; never rejects.
 */
export function createRepeater(step: () => Promise<number | undefined>, budgetMs = BUDGET_MS) {
  let running: Promise<boolean> | undefined
  let deadline = 0
  let isCalled = false
  let wake: (() => void) | undefined

  async function run(): Promise<boolean> {
    for (;;) {
      isCalled = false
      const dueAt = await step().catch((error: unknown) => {
        console.error(error)
        return Date.now() + AFTER_SURPRISE_MS
      })
      if (isCalled) continue
      if (dueAt === undefined || dueAt > deadline) {
        // At once, so that the next call starts anew.
        running = undefined
        return dueAt === undefined
      }
      await sleep(dueAt - Date.now())
    }
  }

  async function sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      wake = resolve
      setTimeout(resolve, Math.max(0, ms))
    })
    wake = undefined
  }

  return (): Promise<boolean> => {
    deadline = Date.now() + budgetMs
    isCalled = true
    wake?.()
    running ??= run()
    return running
  }
}
