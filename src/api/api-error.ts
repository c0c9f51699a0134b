/** A call that did not succeed: refused by the server, not answered (status 500, as specified), or answered with something else than the contract says. */
export class ApiError extends Error {
  readonly status: number
  /** The server's stable error code, or `no_answer`, `timed_out`, `unexpected_answer` where none came. */
  readonly code: string
  /** The field of what was sent that the server finds wrong. */
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    message: string,
    {
      code,
      field,
      retryAfterSeconds,
      cause,
    }: { code: string; field?: string | undefined; retryAfterSeconds?: number; cause?: unknown },
  ) {
    super(message, { cause })
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.field = field
    this.retryAfterSeconds = retryAfterSeconds
  }
}
