import type { Post } from '../../contract/entities.ts'

/** The address of a post's large picture; null while there is none: the thumb then stands for it. */
export function fullOf({ image_url, compressed_url }: Post): string | null {
  return image_url === compressed_url ? null : image_url
}

/** Whether a photo that came within this time is still to get its large picture. Later than that it could not be made. */
export function isToGetFull(post: Post, withinMs: number): boolean {
  return fullOf(post) === null && Date.parse(post.createdAt) > Date.now() - withinMs
}

/** A post as it was told, with the large picture that is known of it where the answer is from before there was one. */
export function withKnownFull(told: Post, known: Post | undefined): Post {
  const isOlder = fullOf(told) === null && known?.compressed_url === told.compressed_url
  return isOlder ? { ...told, image_url: known.image_url } : told
}
