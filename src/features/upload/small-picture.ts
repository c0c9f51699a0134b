const EDGE_PX = 320
const QUALITY = 0.75

/**
 * A small picture as WebP (PNG where a browser cannot), in the shape of the large one; undefined where this browser draws none. Rejects
 * where it cannot be encoded.
 */
export async function drawSmall(
  picture: CanvasImageSource,
  large: { width: number; height: number },
): Promise<ArrayBuffer | undefined> {
  const scale = Math.min(1, EDGE_PX / Math.min(large.width, large.height))
  const width = Math.max(1, Math.round(large.width * scale))
  const height = Math.max(1, Math.round(large.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  context?.drawImage(picture, 0, 0, width, height)
  if (!context) return undefined
  const small = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
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
