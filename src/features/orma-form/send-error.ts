import { ApiError } from '../../api/api-error.ts'
import { isRefusal, isSilence } from '../../api/contact.ts'
import { promptAgain } from '../../session/login-prompt.ts'
import { IMAGE_KINDS } from './image-kinds.ts'
import type { ImageKind } from './image-kinds.ts'

/** Asks the user to sign in again where the server refused the token. */
export function askToSignIn(error: Error): void {
  if (isRefusal(error, 401)) promptAgain()
}

/** What is said of a failed call: the server's reason where it refused, else `otherwise`. */
export function sendError(error: Error, otherwise: string): string {
  const isRefused = error instanceof ApiError && error.status < 500 && !isSilence(error)
  return isRefused ? error.message : otherwise
}

/** The image for which the server refused the form; undefined where it did for something else. */
export function refusedImage(error: Error | null): ImageKind | undefined {
  const kinds = Object.keys(IMAGE_KINDS) as ImageKind[]
  return kinds.find((kind) => error instanceof ApiError && error.field === kind)
}

interface SentImage {
  sent: File | undefined
  shown: File | undefined
}

/** Why the server refused an image of the form; undefined where it did not, or where another was chosen since. */
export function imageRefusal(
  error: Error | null,
  kind: ImageKind,
  { sent, shown }: SentImage,
): string | undefined {
  return refusedImage(error) === kind && sent === shown ? error?.message : undefined
}
