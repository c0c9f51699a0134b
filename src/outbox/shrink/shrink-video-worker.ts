import { outbox } from '../store/outbox.ts'
import { makeVideoSmaller } from './make-video-smaller.ts'
import type { VideoToShrink } from './make-video-smaller.ts'

/** How often it says how far it is. */
const TELL_EVERY_MS = 1000

// A web worker of the page. It tells how far it is, a number from 0 to 1, and at its end what it has stored, or undefined.
addEventListener('message', ({ data }: MessageEvent<VideoToShrink>) => {
  void answer(data)
})

async function answer(asked: VideoToShrink): Promise<void> {
  let toldAt = 0
  const tell = (progress: number) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    postMessage(progress)
  }
  tell(0)
  const smaller = await makeVideoSmaller(asked, outbox, tell).catch((error: unknown) => {
    console.warn(error)
  })
  postMessage(smaller)
}
