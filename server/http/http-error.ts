/** An expected refusal. Its message is shown to people as it is; anything else that is thrown is a surprise. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  /** The body's field that is wrong. */
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    message: string,
    code: string,
    { field, retryAfterSeconds }: { field?: string; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.field = field
    this.retryAfterSeconds = retryAfterSeconds
  }
}
