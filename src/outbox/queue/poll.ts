import type { Post } from '../../../contract/entities.ts'
import { groupBy } from '../../../contract/group-by.ts'
import { POLL_INTERVAL_MS } from '../../../contract/limits.ts'
import { ApiError } from '../../api/api-error.ts'
import { isRefusal } from '../../api/contact.ts'
import { forPhotos, isPhoto, listPhotos } from '../store/outbox-item.ts'
import type { Outbox } from '../store/outbox.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import type { Sender } from './send-item.ts'
import { isTokenRefused } from '../store/notes.ts'
import { storedPhoto } from '../send/upload-answer.ts'
import { alone } from './upload-lock.ts'

/** The state of a flagged photo is asked for at most this often. */
const REVIEW_ASKED_EVERY_MS = 60_000

interface PollOptions {
  outbox: Outbox
  readSender: () => Promise<Sender | undefined>
  /** The sender's own unfinished posts of an Orma. */
  listPending: (eventHash: string, token: string) => Promise<Post[]>
  /** One post in any state; rejects with an ApiError of status 404 where it is deleted. */
  getPost: (eventHash: string, postId: number, token: string) => Promise<Post>
  onChange?: () => void
  /** A post has reached its end state. */
  onFinished?: (post: Post) => void
  now?: () => number
}

/**
 * Makes the function that asks what has become of photos that are being processed, as far as asking is due. It gives the time
 * (epoch milliseconds) of the next attempt; undefined: nothing is being processed. Attempts are counted before they are made, so
 * that a worker that dies again and again does not ask more often than it may.
 */
export function createPoll(options: PollOptions): () => Promise<number | undefined> {
  const poll = { ...options, now: options.now ?? Date.now }
  return () => alone('orma-poll', () => pollDue(poll), poll)
}

type Poll = PollOptions & { now: () => number }

async function pollDue(poll: Poll): Promise<number | undefined> {
  const { outbox, readSender, now, onChange } = poll
  const sender = await readSender()
  if (!sender || (await isTokenRefused(outbox, sender.token))) return undefined
  const due = await claimDue(outbox, sender.userId, now())
  for (const [eventHash, photos] of groupBy(due, (photo) => photo.eventHash)) {
    await askFor(poll, eventHash, photos, sender)
  }
  const gaveUp = await outbox.changeAll(
    forPhotos((photo) =>
      isProcessing(photo) && photo.pollsLeft <= 0 ? { state: 'done', doneAt: now() } : undefined,
    ),
  )
  if (due.length > 0 || gaveUp.length > 0) onChange?.()
  const next = (await listPhotos(outbox))
    .filter((photo) => isProcessing(photo) && photo.ownerUserId === sender.userId)
    .map((photo) => photo.nextAt)
  return next.length > 0 ? Math.min(...next) : undefined
}

/** Uses up one attempt of each photo that is due. Flagged photos have any number of attempts. */
async function claimDue(outbox: Outbox, userId: number, now: number): Promise<OutboxPhoto[]> {
  const claim = forPhotos((photo) => {
    const wait = isProcessing(photo) ? POLL_INTERVAL_MS : REVIEW_ASKED_EVERY_MS
    const isDue = photo.nextAt <= now || photo.nextAt > now + wait * 2
    if (!isFollowed(photo) || photo.ownerUserId !== userId || !isDue) return undefined
    const pollsLeft = isProcessing(photo) ? photo.pollsLeft - 1 : photo.pollsLeft
    return { pollsLeft, nextAt: now + wait }
  })
  return (await outbox.changeAll(claim)).filter(isPhoto)
}

async function askFor(
  { outbox, listPending, getPost, onFinished, now }: Poll,
  eventHash: string,
  photos: OutboxPhoto[],
  { token }: Sender,
): Promise<void> {
  const pending = await orNothing(listPending(eventHash, token))
  if (!pending) return
  for (const { key, postId, postStatus } of photos) {
    if (postId === null) continue
    // Not where it was discarded, or heard of otherwise, while the server was asked.
    const settle = (change: Partial<OutboxPhoto>) =>
      outbox.change(
        key,
        forPhotos((photo) => (isFollowed(photo) && photo.postId === postId ? change : undefined)),
      )
    const listed = pending.find(({ id }) => id === postId)
    const post = listed ?? (await orNothing(getPost(eventHash, postId, token).catch(orGone)))
    if (post === 'gone') {
      await settle({ state: 'done', postStatus: 'GONE', doneAt: now() })
    } else if (post && post.status !== 'READYFORPROCESSING' && post.status !== postStatus) {
      if (await settle(storedPhoto(post, now()))) onFinished?.(post)
    }
  }
}

function isProcessing({ state }: Pick<OutboxPhoto, 'state'>): boolean {
  return state === 'processing'
}

/** Whether a stored photo has not reached its end state: it is being processed, or flagged. */
export function isFollowed(photo: Pick<OutboxPhoto, 'state' | 'postStatus'>): boolean {
  return isProcessing(photo) || (photo.state === 'done' && photo.postStatus === 'FAILEDBYNUDITY')
}

function orGone(error: unknown): 'gone' {
  if (isRefusal(error, 404)) return 'gone'
  throw error
}

/** An attempt without an answer changes nothing (specification: section 4); the next one asks again. */
async function orNothing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
