import * as v from 'valibot'
import type { Post } from '../../../contract/entities.ts'
import { WORKER_CHANNEL, workerMessage } from '../../../contract/worker-messages.ts'
import type { WorkerMessage } from '../../../contract/worker-messages.ts'
import type { ChangeAnswer } from '../send/send-change.ts'
import type { OutboxChange } from '../store/outbox-item.ts'

let channel: BroadcastChannel | undefined

/** Tells every page of the app, this one too, that the outbox has changed. */
export function announceUploads(): void {
  tell({ type: 'UPLOADS_CHANGED' })
}

/** Tells every page of the app, this one too, that a photo has reached its end state. */
export function announceFinished(post: Post): void {
  tell({ type: 'POST_FINISHED', post })
}

/** Tells every page of the app, this one too, what the server answered to a queued change. */
export function announceSent(change: OutboxChange, answer: ChangeAnswer): void {
  const { key, kind, eventHash: event_hash, postId: post_id, commentId: comment_id } = change
  tell({ type: 'CHANGE_SENT', key, kind, event_hash, post_id, comment_id, ...answer })
}

/** Tells every page of the app, this one too, that somebody has signed in or out on this page. */
export function announceSession(): void {
  tell({ type: 'SESSION_CHANGED' })
}

/** Tells every page of the app, this one too, that the server refuses the token that what is queued was sent with. */
export function announceTokenRefused(): void {
  tell({ type: 'TOKEN_REFUSED' })
}

/** Calls `listener` for each message of the worker, or of whichever page sends. Returns the function that ends it. */
export function listenToWorker(listener: (message: WorkerMessage) => void): () => void {
  // A channel object of its own, as none hears what it posted itself: this page's messages are heard too.
  const ear = new BroadcastChannel(WORKER_CHANNEL)
  ear.addEventListener('message', ({ data }) => {
    // A page of an older release ignores messages that it does not know.
    const message = v.safeParse(workerMessage, data)
    if (message.success) listener(message.output)
  })
  return () => ear.close()
}

function tell(message: WorkerMessage): void {
  channel ??= new BroadcastChannel(WORKER_CHANNEL)
  channel.postMessage(message)
}
