import type { OrmaImageKind, PhotoRenditions } from './photo-renditions.ts'

/** A local file, or the bytes where the photo lies elsewhere. */
export type PhotoInput = string | Uint8Array

/** What the server asks of the photo process. */
export interface PhotoRequest {
  kind: 'photo' | OrmaImageKind
  input: PhotoInput
}

/** The one answer to each request. */
export type PhotoAnswer =
  | { rendered: PhotoRenditions }
  /** The picture cannot be decoded, today or tomorrow. */
  | { undecodable: string }
  /** Something else went wrong; another try may succeed. */
  | { failed: string }
