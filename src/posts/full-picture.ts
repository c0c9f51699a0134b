import type { Post } from '../../contract/entities.ts'

/** The address of a post's large picture; null while there is none: the thumb then stands for it. */
export function fullOf({ image_url, compressed_url }: Post): string | null {
  return image_url === compressed_url ? null : image_url
}
