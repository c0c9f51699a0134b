interface Drawing {
  /** Pixels of the shorter side, and of the longer one, at most. */
  short: number
  long: number
  type: `image/${string}`
  /** From 0 to 1. */
  quality: number
}

const PREVIEW: Drawing = { short: 320, long: Infinity, type: 'image/webp', quality: 0.75 }

/**
 * A small picture in the shape of the large one, as PNG where a browser cannot encode what was asked for; undefined where this browser
 * draws none. Rejects where it cannot be encoded.
 */
export async function drawSmall(
  picture: CanvasImageSource,
  large: { width: number; height: number },
  { short, long, type, quality }: Drawing = PREVIEW,
): Promise<ArrayBuffer | undefined> {
  const { width: w, height: h } = large
  const scale = Math.min(1, short / Math.min(w, h), long / Math.max(w, h))
  const width = Math.max(1, Math.round(w * scale))
  const height = Math.max(1, Math.round(h * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  context?.drawImage(picture, 0, 0, width, height)
  if (!context) return undefined
  const small = await canvas.convertToBlob({ type, quality })
  return await small.arrayBuffer()
}

/** A small upright preview of a photo; undefined where this browser cannot decode it. */
export async function makePreview(photo: Blob): Promise<ArrayBuffer | undefined> {
  try {
    const full = await createImageBitmap(photo)
    const small = drawSmall(full, full)
    // It is drawn in this task.
    full.close()
    return await small
  } catch {
    // Some photos cannot be decoded here (HEIC); they are sent all the same.
    return undefined
  }
}
