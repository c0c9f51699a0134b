import { ERRORS } from './error-codes.ts'
import type { ErrorCode } from './error-codes.ts'

interface RefusalOptions {
  /** In place of what the code says. */
  message?: string
  /** The body's field that is wrong. */
  field?: string
  retryAfterSeconds?: number
}

/** An expected refusal. Its message is shown to people as it is; anything else that is thrown is a surprise. */
export class HttpError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    const [status, , text, seconds]: readonly [number, string, string, number?] = ERRORS[code]
    super(options.message ?? text)
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.field = options.field
    this.retryAfterSeconds = options.retryAfterSeconds ?? seconds
  }
}
