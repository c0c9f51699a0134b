import { trustedScript } from '../../worker/register-worker.ts'
// The build makes it a script of its own and this its address.
// oxlint-disable-next-line import/default
import script from './preview-worker.ts?worker&url'
import { makePreview } from './small-picture.ts'

/** Without another photo to draw it ends, and gives its memory back. */
const IDLE_MS = 5_000
/** A photo takes less, also on a slow phone. */
const GIVE_UP_AFTER_MS = 15_000

let worker: Worker | undefined
let idle: ReturnType<typeof setTimeout> | undefined

/** Makes the preview of one photo after another: the next is asked for once the one before is there. */
export async function previewInWorker(photo: Blob): Promise<ArrayBuffer | undefined> {
  clearTimeout(idle)
  try {
    worker ??= new Worker(trustedScript(script), { type: 'module' })
    return await ask(worker, photo)
  } catch {
    // Its script cannot be loaded, or a phone without memory has ended it and says nothing.
    end()
    return await makePreview(photo)
  } finally {
    idle = setTimeout(end, IDLE_MS)
  }
}

function ask(asked: Worker, photo: Blob): Promise<ArrayBuffer | undefined> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, GIVE_UP_AFTER_MS)
    asked.onmessage = ({ data }: MessageEvent<ArrayBuffer | undefined>) => resolve(data)
    asked.onerror = reject
    asked.postMessage(photo)
  })
}

function end(): void {
  worker?.terminate()
  worker = undefined
}
