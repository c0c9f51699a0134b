import type { CropArea } from './crop.ts'

const JPEG_QUALITY = 0.9

/** The part of an image as a JPEG, at most `maxWidth` pixels wide and never enlarged. Rejects where it cannot be drawn. */
export async function cropFile(
  image: ImageBitmap,
  part: CropArea,
  { name, maxWidth }: { name: string; maxWidth: number },
): Promise<File> {
  const width = Math.round(Math.min(part.width, maxWidth))
  const canvas = new OffscreenCanvas(width, Math.round((width * part.height) / part.width))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas to draw on')
  // A JPEG has no transparency: transparent pixels become white, not black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  drawPart(context, image, part)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
  return new File([blob], `${name}.jpg`, { type: blob.type })
}

export function drawPart(
  context: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D,
  image: ImageBitmap,
  { x, y, width, height }: CropArea,
): void {
  context.drawImage(image, x, y, width, height, 0, 0, context.canvas.width, context.canvas.height)
}
