import type { SmallerPhoto } from '../../outbox/shrink/make-smaller.ts'
// The build makes it a script of its own and this its address.
// oxlint-disable-next-line import/default
import scriptUrl from '../../outbox/shrink/shrink-worker.ts?worker&url'
import { trustedScript } from '../../worker/trusted-script.ts'

/** Well within the time for which a photo is held. */
const GIVE_UP_AFTER_MS = 15_000

/**
 * Makes a photo smaller in a web worker of its own, whose memory is freed with it. Takes the bytes over. Undefined where that
 * fails.
 */
export async function makeSmallerInWorker(photo: ArrayBuffer): Promise<SmallerPhoto | undefined> {
  const worker = new Worker(trustedScript(scriptUrl), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise((resolve) => {
      const giveUp = () => resolve(undefined)
      timer = setTimeout(giveUp, GIVE_UP_AFTER_MS)
      worker.addEventListener('message', ({ data }: MessageEvent<SmallerPhoto | undefined>) =>
        resolve(data),
      )
      worker.addEventListener('error', giveUp)
      worker.postMessage(photo, [photo])
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
