import type { ImageWidth } from '../../contract/image-widths.ts'
import type { Probabilities } from './nudity-model.ts'
import type {
  FirstRenditions,
  FullRendition,
  OrmaIcons,
  OrmaImageKind,
  PhotoRenditions,
} from './photo-renditions.ts'

/** A local file, or the bytes where the photo lies elsewhere. */
export type PhotoInput = string | Uint8Array

/** What each request is answered with. */
export type RenderedBy = Record<OrmaImageKind | ImageWidth, Uint8Array> & {
  photo: PhotoRenditions
  first: FirstRenditions
  full: FullRendition
  icons: OrmaIcons
  nudity: Probabilities
  /** Everything that a photo and its check need is loaded. */
  ready: true
  /** Whether a JPEG without end has all its pixels; else it is undecodable. */
  end: true
}

/** What the server asks of the photo process. */
export interface PhotoRequest<Kind extends keyof RenderedBy = keyof RenderedBy> {
  kind: Kind
  input: PhotoInput
  /** Of a photo, 1 to 8. */
  orientation?: number | undefined
}

/** What the photo process says first, unasked: from then on its end may be a photo's fault. */
export const STARTED = 'started'

/** The one answer to each request. */
export type PhotoAnswer =
  | { rendered: RenderedBy[keyof RenderedBy] }
  /** The picture cannot be decoded, today or tomorrow. */
  | { undecodable: string }
  /** Something else went wrong; another try may succeed. */
  | { failed: string }

/**
 * 'undecodable': no further try will do. 'crash' and 'timeout': may have been the machine's fault.
 * 'closed': this server is stopping and says nothing about the photo.
 */
type PhotoErrorReason = 'undecodable' | 'crash' | 'timeout' | 'closed'

/** Why a photo was not rendered. */
export class PhotoError extends Error {
  readonly reason: PhotoErrorReason

  constructor(reason: PhotoErrorReason, detail?: string) {
    super(`Photo not rendered: ${detail ?? reason}`)
    this.name = 'PhotoError'
    this.reason = reason
  }

  /** Whether the same photo may be rendered by another try. */
  get isRetryable(): boolean {
    return this.reason !== 'undecodable'
  }
}
