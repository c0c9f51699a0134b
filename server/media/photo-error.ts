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
