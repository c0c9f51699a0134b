import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../src/api/api-error.ts'
import { requireToken } from '../../../src/session/use-session.ts'

describe('requireToken', () => {
  it('gives the token of a session', () => {
    expect(requireToken({ token: 'the-token' })).toBe('the-token')
  })

  it('is refused without one as the server would refuse, and asks nobody', () => {
    const asked = vi.spyOn(globalThis, 'fetch')
    let refusal: unknown
    try {
      requireToken({})
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(ApiError)
    expect(refusal).toMatchObject({ status: 401, message: 'Invalid token' })
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  })
})
