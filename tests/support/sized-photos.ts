import { createHash } from 'node:crypto'
import { jpegSegment, withJpegSegments } from './jpeg-segments.ts'
import { makePhoto } from './photos.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A photo in a guest's gallery. */
export interface GalleryPhoto {
  name: string
  bytes: Buffer
  sha256: string
}

/** The longest JPEG comment (ITU-T T.81, B.2.4.5). */
const COMMENT_MAX = 65_533

let picture: Promise<Buffer> | undefined

/** A unique photo of about so many bytes: a small picture, quickly rendered, with random comments before it. */
export async function makeSizedPhoto(
  name: string,
  size: number,
  random: SeededRandom,
): Promise<GalleryPhoto> {
  picture ??= makePhoto({ width: 320, height: 240, orientation: 1 })
  const small = await picture
  const comments: Buffer[] = []
  for (let left = Math.max(16, size - small.length); left > 0; left -= COMMENT_MAX) {
    comments.push(jpegSegment(0xfe, random.bytes(Math.min(left, COMMENT_MAX))))
  }
  const bytes = withJpegSegments(small, ...comments)
  return { name, bytes, sha256: sha256Of(bytes) }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
