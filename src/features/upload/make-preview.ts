const EDGE_PX = 320
const QUALITY = 0.75

/**
 * A small upright preview of a photo as WebP (PNG where a browser cannot), in its own shape; undefined where this browser cannot
 * decode it.
 */
export async function makePreview(photo: Blob): Promise<ArrayBuffer | undefined> {
  try {
    const full = await createImageBitmap(photo)
    const scale = Math.min(1, EDGE_PX / Math.min(full.width, full.height))
    const width = Math.max(1, Math.round(full.width * scale))
    const height = Math.max(1, Math.round(full.height * scale))
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    context?.drawImage(full, 0, 0, width, height)
    full.close()
    if (!context) return undefined
    const small = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
    return await small.arrayBuffer()
  } catch {
    // Some photos cannot be decoded here (HEIC); they are sent all the same.
    return undefined
  }
}
