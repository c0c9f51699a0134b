import { makePreview } from './small-picture.ts'

// A web worker of the page: to draw a photo of 12 megapixels small would hold a slow phone up for a quarter of a second.
addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void answer(data)
})

async function answer(photo: Blob): Promise<void> {
  const preview = await makePreview(photo)
  postMessage(preview, { transfer: preview ? [preview] : [] })
}
