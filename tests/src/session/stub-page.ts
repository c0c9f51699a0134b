import { vi } from 'vitest'
import { memoryStorage } from '../../support/memory-storage.ts'

export const ADA = {
  token: 'of-ada',
  user: { id: 1, name: 'Ada', phone: '15550001111', email: null },
}

/** What a page of the app has of its browser, with this cookie. */
export function stubPage(cookie = ''): void {
  vi.stubGlobal('document', { cookie })
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('location', new URL('https://localhost/'))
}

/** As a browser: one cookie after the other, each by its name. */
export function keepCookies(): void {
  const cookies = new Map<string, string>()
  vi.stubGlobal('document', {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (text.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    },
  })
}
