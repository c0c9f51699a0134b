import type { Post } from '../../../contract/entities.ts'

/** Of a photo whose size is not known. */
const USUAL_RATIO = 4 / 3
/** A picture that takes longer is skipped. */
const PATIENCE_MS = 20_000

/** Loads and decodes a picture, so that it can be painted without delay; false where it cannot be had. */
export function loadPicture(src: string): Promise<boolean> {
  const image = new Image()
  image.src = src
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS, false)
    image.decode().then(
      () => resolve(true),
      () => resolve(false),
    )
  })
}

/** The width of a photo to its height. */
export function ratioOf(post: Post | undefined): number {
  return post?.width && post.height ? post.width / post.height : USUAL_RATIO
}

/** It as it counts on this screen: an upright one is arranged as one that lies, rows for columns, and wide for tall. */
export function ratioOnScreen(post: Post | undefined): number {
  return matchMedia('(orientation: portrait)').matches ? 1 / ratioOf(post) : ratioOf(post)
}

/** The screen's long side to its short one. */
export function screenRatio(): number {
  return Math.max(innerWidth / innerHeight, innerHeight / innerWidth)
}

/** Twelve large pictures would be hundreds of megabytes once they are decoded; a tile is hardly larger than a thumb. */
export function tilePicture({ compressed_url, image_url }: Post): string {
  return compressed_url ?? image_url ?? ''
}
