import { EVENT_IMAGE_MAX_BYTES } from './limits.ts'
import { texts } from './texts.ts'

/** Why a file cannot be an Orma's picture or banner; undefined where it can (specification: section 5). */
export function imageError({ type, size }: { type: string; size: number }): string | undefined {
  if (!type.startsWith('image/')) return texts.create.notAnImage
  if (size > EVENT_IMAGE_MAX_BYTES) return texts.create.imageTooLarge
  return undefined
}
