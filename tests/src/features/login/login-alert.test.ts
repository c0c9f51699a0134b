import { describe, expect, it } from 'vitest'
import { texts } from '../../../../contract/texts.ts'
import { ApiError } from '../../../../src/api/api-error.ts'
import { alertLines } from '../../../../src/features/login/login-alert.tsx'
import { nameError, phoneCheckError } from '../../../../src/features/login/login-errors.ts'

const SILENCE = new ApiError(500, 'Failed to fetch', { code: 'no_answer' })

describe('what is said of a sign-in that failed', () => {
  // Specification: 8.5, 8.10
  it('says first that there is no connection, then what is specified', () => {
    const specified = ['There was an error processing the request', 'Error fetching posts']
    const error = phoneCheckError(SILENCE)
    expect(alertLines(error, true)).toEqual([texts.offline.offline, ...specified])
    expect(alertLines(error, false)).toEqual([texts.login.notReached, ...specified])
    expect(alertLines(nameError(SILENCE), true)[0]).toBe(texts.offline.offline)
  })

  it('is of a server’s failure what is specified alone', () => {
    const failure = new ApiError(500, 'Internal Server Error.', { code: 'internal' })
    expect(alertLines(phoneCheckError(failure), false)).toEqual([
      'That was an error verifying your number',
      'Error fetching posts',
    ])
  })
})
