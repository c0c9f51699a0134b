import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loginTarget, afterLogin } from '../../../src/session/after-login.ts'
import { makeIntentDue, takeDueIntent } from '../../../src/session/intent.ts'
import type { Intent } from '../../../src/session/intent.ts'
import { stubPage } from './stub-page.ts'

const HASH = 'abcdefghijklmnopqrstuv'
const OPTION = 'verify=true&request_id=r'

describe('afterLogin without a target', () => {
  // Specification: 2.37
  it('goes back two entries where the page before is the login as well', () => {
    const visited = ['/', '/login', `/login/${OPTION}`]
    expect(afterLogin({ visited, target: undefined })).toEqual({ back: 2 })
  })

  // Specification: 2.38
  it('goes back one entry where the page before is another', () => {
    const visited = ['/terms', `/login/${OPTION}`]
    expect(afterLogin({ visited, target: undefined })).toEqual({ back: 1 })
  })

  it('goes home where there is no earlier page of ours', () => {
    expect(afterLogin({ visited: [`/login/${OPTION}`], target: undefined })).toEqual({
      replaceWith: '/',
    })
  })

  it('goes to the first login page, which leads home, where nothing lies before the logins', () => {
    const visited = ['/login', `/login/${OPTION}`]
    expect(afterLogin({ visited, target: undefined })).toEqual({ back: 1 })
  })

  it('does not trust a place of the history that it does not know', () => {
    const visited = [undefined, `/login/${OPTION}`]
    expect(afterLogin({ visited, target: undefined })).toEqual({ replaceWith: '/' })
  })
})

describe('afterLogin with a target', () => {
  const target = `/${HASH}/upload`

  it('goes back to the target where the login was called from it', () => {
    const visited = [`/${HASH}`, target, `/${HASH}/login`, `/${HASH}/login/${OPTION}`]
    expect(afterLogin({ visited, target })).toEqual({ back: 2 })
  })

  it('goes to the first login page where it was called from elsewhere', () => {
    const visited = [`/${HASH}`, `/${HASH}/login`, `/${HASH}/login/${OPTION}`]
    expect(afterLogin({ visited, target })).toEqual({ back: 1 })
  })

  it('puts the target in place of a login page that stands alone', () => {
    const visited = [`/${HASH}`, `/${HASH}/login/${OPTION}`]
    expect(afterLogin({ visited, target })).toEqual({ replaceWith: target })
  })
})

describe('loginTarget', () => {
  // Specification: 2.36
  it('is the upload of the Orma in the address', () => {
    expect(loginTarget(HASH, {})).toBe(`/${HASH}/upload`)
  })

  it('is the post of the like or comment that led to the login', () => {
    const intent = { event_hash: HASH, post_id: 7, kind: 'like' } as const
    expect(loginTarget(HASH, { intent })).toBe(`/${HASH}/post/7`)
  })

  it('is what was wanted first, and nothing where nothing was', () => {
    expect(loginTarget(undefined, { wanted: '/create/orma' })).toBe('/create/orma')
    expect(loginTarget(undefined, {})).toBeUndefined()
  })
})

describe('what led to a login', () => {
  const wanted: Intent = { event_hash: HASH, post_id: 7, kind: 'like' }
  beforeEach(() => stubPage('token=of-ada'))
  afterEach(() => vi.useRealTimers())

  it('is done once in a session, though the history leads to the login again', () => {
    makeIntentDue(wanted)
    expect(takeDueIntent({ ...wanted, post_id: 8 })).toBe(false)
    expect(takeDueIntent(wanted)).toBe(true)
    makeIntentDue(wanted)
    expect(takeDueIntent(wanted)).toBe(false)
    document.cookie = 'token=of-ben'
    makeIntentDue(wanted)
    expect(takeDueIntent(wanted)).toBe(true)
  })

  it('is done within 15 minutes, or not at all', () => {
    vi.useFakeTimers()
    makeIntentDue(wanted)
    vi.advanceTimersByTime(15 * 60_000)
    expect(takeDueIntent(wanted)).toBe(false)
  })

  it('is nothing where the history has a text of an older release', () => {
    const text = 'key' as unknown as Intent
    makeIntentDue(text)
    expect(loginTarget(HASH, { intent: text })).toBe(`/${HASH}/upload`)
  })
})
