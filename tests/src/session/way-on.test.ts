import { describe, expect, it } from 'vitest'
import { loginTarget, afterLogin } from '../../../src/session/after-login.ts'

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
