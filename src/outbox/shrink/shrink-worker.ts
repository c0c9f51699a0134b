import { makeSmaller } from './make-smaller.ts'

// A worker of the page's: decoding and encoding a photo would hold up its screen for half a second and more.
addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void answer(data)
})

async function answer(photo: ArrayBuffer): Promise<void> {
  const smaller = await makeSmaller(photo).catch(() => undefined)
  postMessage(smaller, { transfer: smaller ? [smaller.bytes] : [] })
}
