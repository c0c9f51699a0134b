import * as v from 'valibot'
import { WORKER_CHANNEL, workerMessage } from '../../../contract/worker-messages.ts'
import type { WorkerMessage } from '../../../contract/worker-messages.ts'

let channel: BroadcastChannel | undefined

/** Tells every page of the app, this one too. */
export function announce(message: WorkerMessage): void {
  channel ??= new BroadcastChannel(WORKER_CHANNEL)
  channel.postMessage(message)
}

/** Has every page of the app, this one too, read the outbox again. */
export function announceUploads(): void {
  announce({ type: 'UPLOADS_CHANGED' })
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
