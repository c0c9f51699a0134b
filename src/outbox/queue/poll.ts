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

/** Uses up one attempt of each photo that is due. */
async function claimDue(outbox: Outbox, userId: number, now: number): Promise<OutboxPhoto[]> {
  const claim = forPhotos((photo) => {
    // One that is later than that was set before the clock was put back.
    const isDue = photo.nextAt <= now || photo.nextAt > now + POLL_INTERVAL_MS * 2
    if (!isProcessing(photo) || photo.ownerUserId !== userId || !isDue) return undefined
    return { pollsLeft: photo.pollsLeft - 1, nextAt: now + POLL_INTERVAL_MS }
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
  for (const { key, postId } of photos) {
    if (postId === null) continue
    // Not where it was discarded, or heard of otherwise, while the server was asked.
    const settle = (change: Partial<OutboxPhoto>) =>
      outbox.change(
        key,
        forPhotos((photo) => (isProcessing(photo) && photo.postId === postId ? change : undefined)),
      )
    const listed = pending.find(({ id }) => id === postId)
    const post = listed ?? (await orNothing(getPost(eventHash, postId, token).catch(orGone)))
    if (post === 'gone') {
      await settle({ state: 'done', postStatus: 'GONE', doneAt: now() })
    } else if (post && post.status !== 'READYFORPROCESSING') {
      if (await settle(storedPhoto(post, now()))) onFinished?.(post)
    }
  }
}

function isProcessing({ state }: Pick<OutboxPhoto, 'state'>): boolean {
  return state === 'processing'
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

/** A post's state from the server, not asked for by the polling; `GONE`: it was deleted. */
export interface PostNews {
  event_hash: string
  id: number
  status: Post['status'] | 'GONE'
}

/**
 * Writes down the state of a photo of this device that was heard otherwise than by polling, which ends with it; also of one that is
 * flagged, or that the polling has given up, and that one was deleted. Gives whether there was one; writes nothing where there was not.
 */
export async function endPoll(
  outbox: Outbox,
  { event_hash, id, status }: PostNews,
  now = Date.now(),
): Promise<boolean> {
  // A photo that was shown already can be deleted as well.
  const isNews = ({ state, postStatus }: OutboxPhoto) => {
    if (status === 'GONE') return postStatus !== 'GONE'
    const isShownOrGone = postStatus === 'COMPLETED' || postStatus === 'GONE'
    // The operator may have it processed once more.
    const isMadeAgain = postStatus === 'FAILEDPROCESSING' && status !== 'FAILEDPROCESSING'
    return state === 'processing' || isMadeAgain || (state === 'done' && !isShownOrGone)
  }
  const isMeant = (photo: OutboxPhoto) =>
    photo.eventHash === event_hash && photo.postId === id && isNews(photo)
  const isOpen = status === 'READYFORPROCESSING'
  if (isOpen || !(await listPhotos(outbox)).some(isMeant)) return false
  const ended: Partial<OutboxPhoto> =
    status === 'GONE'
      ? { state: 'done', postStatus: 'GONE', doneAt: now }
      : storedPhoto({ id, status }, now)
  const changed = await outbox.changeAll(forPhotos((photo) => (isMeant(photo) ? ended : undefined)))
  return changed.length > 0
}
