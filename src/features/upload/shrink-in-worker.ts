import { trustedScript } from '../../worker/register-worker.ts'

/** A photo takes less, and a video says sooner how far it is. Well within the time for which they are held. */
const GIVE_UP_AFTER_MS = 15_000

/** Whether this browser can encode videos at all. */
export function encodesVideos(): boolean {
  return 'VideoEncoder' in globalThis
}

interface Asking {
  transfer?: Transferable[]
  /** How far it is, 0 to 1. Gives whether it is to go on. */
  onProgress?: (progress: number) => Promise<boolean>
}

/** Asks a web worker of its own, whose memory is freed with it. Undefined where it fails, is silent for long, or is to end. */
export async function shrinkInWorker<Answer>(
  scriptUrl: string,
  question: unknown,
  { transfer = [], onProgress }: Asking = {},
): Promise<Answer | undefined> {
  const worker = new Worker(trustedScript(scriptUrl), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise((resolve) => {
      const giveUp = () => resolve(undefined)
      const wait = () => {
        clearTimeout(timer)
        timer = setTimeout(giveUp, GIVE_UP_AFTER_MS)
      }
      worker.addEventListener('message', ({ data }: MessageEvent<Answer | number | undefined>) => {
        if (typeof data !== 'number') return resolve(data)
        wait()
        void onProgress?.(data).then((goesOn) => !goesOn && giveUp(), giveUp)
      })
      worker.addEventListener('error', giveUp)
      wait()
      worker.postMessage(question, transfer)
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
