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

/** The image for which the server refused a form. */
interface ImageRefusal {
  kind: ImageKind
  reason: string
}

/**
 * The image for which the server refused a form; undefined where it did for something else, or where another was chosen since.
 * `imageOf`: the image of a kind as it was sent, and as the form has it now.
 */
export function imageRefusal(
  error: Error | null,
  imageOf: (kind: ImageKind) => { sent: File | undefined; shown: File | undefined },
): ImageRefusal | undefined {
  const kinds = Object.keys(IMAGE_KINDS) as ImageKind[]
  const kind = kinds.find((each) => error instanceof ApiError && error.field === each)
  if (!kind || !error) return undefined
  const { sent, shown } = imageOf(kind)
  return sent === shown ? { kind, reason: error.message } : undefined
}

/** What is said beside an image. */
export function reasonFor(kind: ImageKind, refusal: ImageRefusal | undefined): string | undefined {
  return refusal?.kind === kind ? refusal.reason : undefined
}
