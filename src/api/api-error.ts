/** A call that did not succeed: refused by the server, not answered (status 500, as specified), or answered with something else than the contract says. */
export class ApiError extends Error {
  readonly status: number
  /**
   * The server's stable error code, or `no_answer`, `timed_out`, `unexpected_answer` where none came; `unsuccessful` where it was
   * answered with success and said that there was none. `cause` of an unexpected answer of status 200: what it was, if JSON.
   */
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

/** Whether it was answered with success, and without what was asked for: by a refusal in words, or an object that lacks it. */
export function isEmptyAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { code, cause } = error
  const isObject = typeof cause === 'object' && cause !== null
  return code === 'unsuccessful' || (code === 'unexpected_answer' && isObject)
}

/** Writes to the console what has failed, and why: nothing that people wrote or are called, and no address. */
export function logFailure(what: string, error: unknown): void {
  console.error(what, reasonOf(error))
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.status} ${error.code}: ${error.message}`
  // The words of others may name the address that was asked.
  return error instanceof Error ? error.name : typeof error
}
