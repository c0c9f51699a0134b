import * as v from 'valibot'
import type { Post } from '../../contract/entities.ts'
import { WORKER_CHANNEL, workerMessage } from '../../contract/worker-messages.ts'
import type { WorkerMessage } from '../../contract/worker-messages.ts'

let channel: BroadcastChannel | undefined

/** Tells every page of the app, this one too, that the outbox has changed. */
export function announceUploads(): void {
  tell({ type: 'UPLOADS_CHANGED' })
}

/** Tells every page of the app, this one too, that a photo has its end state. */
export function announceFinished(post: Post): void {
  tell({ type: 'POST_FINISHED', post })
}

/** Calls `listener` for each message of the worker, or of whichever page sends. Gives what ends that. */
export function listenToWorker(listener: (message: WorkerMessage) => void): () => void {
  // A channel of its own: what this page says itself is heard here as well.
  const ear = new BroadcastChannel(WORKER_CHANNEL)
  ear.addEventListener('message', ({ data }) => {
    // A page of an older version hears words it does not know, and passes over them.
    const message = v.safeParse(workerMessage, data)
    if (message.success) listener(message.output)
  })
  return () => ear.close()
}

function tell(message: WorkerMessage): void {
  channel ??= new BroadcastChannel(WORKER_CHANNEL)
  channel.postMessage(message)
}
