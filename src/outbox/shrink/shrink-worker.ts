import { makeSmaller } from './make-smaller.ts'

// A web worker of the page: decoding and encoding a photo would block the page for half a second and more.
addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void answer(data)
})

async function answer(photo: ArrayBuffer): Promise<void> {
  const smaller = await makeSmaller(photo).catch(() => undefined)
  postMessage(smaller, { transfer: smaller ? [smaller.bytes] : [] })
}
