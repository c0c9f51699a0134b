import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readSession, saveSession } from '../../../src/device/token.ts'

const SESSION = {
  token: 'abc',
  user: { id: 7, name: 'Ada', phone: '15550001111', email: 'ada@example.com' },
}
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'
const CHROMIUM = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36'

beforeEach(() => saveSession(SESSION))
/** Makes this a browser's worker, or one of its pages, that is shown this token cookie. */
function pretend(userAgent: string, cookie: string | undefined, isPage = false): void {
  vi.stubGlobal('navigator', { userAgent })
  vi.stubGlobal('document', isPage ? { cookie: cookie ? `a=1; token=${cookie}` : '' } : undefined)
  const get = () => Promise.resolve(cookie === undefined ? null : { value: cookie })
  vi.stubGlobal('cookieStore', { get })
}

describe('readSession', () => {
  it('gives the mirror as long as the cookie agrees with it', async () => {
    pretend(CHROMIUM, SESSION.token)
    expect(await readSession()).toEqual(SESSION)
    pretend(CHROMIUM, 'another')
    expect(await readSession()).toBeUndefined()
  })

  it('gives nothing where the cookie is gone', async () => {
    pretend(CHROMIUM, undefined)
    expect(await readSession()).toBeUndefined()
    pretend(FIREFOX, undefined, true)
    expect(await readSession()).toBeUndefined()
  })

  it('goes by the mirror alone of a guest by name whose cookie is gone', async () => {
    const guestOf = 'p'.repeat(22)
    const guest = { token: 'of-nora', user: { ...SESSION.user, id: 8, guestOf } }
    await saveSession(guest)
    for (const isPage of [true, false]) {
      pretend(CHROMIUM, undefined, isPage)
      expect(await readSession(guestOf)).toEqual(guest)
    }
  })

  it('goes by the mirror alone in workers of Firefox, which are shown no cookies', async () => {
    pretend(FIREFOX, undefined)
    expect(await readSession()).toEqual(SESSION)
  })

  it('goes by the cookie in a page whose browser has no cookie store', async () => {
    pretend(FIREFOX, SESSION.token, true)
    vi.stubGlobal('cookieStore', undefined)
    expect(await readSession()).toEqual(SESSION)
    pretend(FIREFOX, undefined, true)
    vi.stubGlobal('cookieStore', undefined)
    expect(await readSession()).toBeUndefined()
  })

  it('goes by the mirror alone in workers that cannot read cookies', async () => {
    pretend(CHROMIUM, undefined)
    vi.stubGlobal('cookieStore', undefined)
    expect(await readSession()).toEqual(SESSION)
  })
})
