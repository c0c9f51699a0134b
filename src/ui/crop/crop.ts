export interface Size {
  width: number
  height: number
}

/** A part of an image, in its own pixels. */
export interface CropArea extends Size {
  x: number
  y: number
}

/** Which part of an image fills a frame: the part's middle in image pixels, and how far it is enlarged. */
export interface Crop {
  x: number
  y: number
  /** 1: as much of the image as fits. */
  zoom: number
}

export const ZOOM_MAX = 5

/** The largest part of the image, from its middle. */
export function wholeCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 }
}

/** The part that a frame of this ratio (width by height) shows. */
export function cropPart(image: Size, ratio: number, { x, y, zoom }: Crop): CropArea {
  const width = Math.min(image.width, image.height * ratio) / zoom
  const height = width / ratio
  return { x: x - width / 2, y: y - height / 2, width, height }
}

/** The crop moved by image pixels, within the image. */
export function moveCrop(
  image: Size,
  ratio: number,
  crop: Crop,
  by: { x: number; y: number },
): Crop {
  return keepInside(image, ratio, { ...crop, x: crop.x + by.x, y: crop.y + by.y })
}

/** The crop enlarged to `zoom` around its middle, within the allowed range. */
export function zoomCrop(image: Size, ratio: number, crop: Crop, zoom: number): Crop {
  return keepInside(image, ratio, { ...crop, zoom: Math.min(ZOOM_MAX, Math.max(1, zoom)) })
}

function keepInside(image: Size, ratio: number, crop: Crop): Crop {
  const { width, height } = cropPart(image, ratio, crop)
  return {
    ...crop,
    x: clamp(crop.x, width / 2, image.width - width / 2),
    y: clamp(crop.y, height / 2, image.height - height / 2),
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most))
}
