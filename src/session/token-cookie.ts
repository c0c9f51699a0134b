import { TOKEN_COOKIE, TOKEN_LIFETIME_SECONDS } from '../../contract/limits.ts'
import { findToken } from '../device/token.ts'

/** The token in the server's cookie; undefined where nobody is signed in. */
export function readTokenCookie(): string | undefined {
  return findToken(document.cookie)
}

/**
 * Makes sure that the cookie has the token. A cookie set by the server is left alone: Safari keeps it for 30 days, one written by
 * a script for 7 days. It is missing where the API is on another host.
 */
export function storeTokenCookie(token: string): void {
  if (readTokenCookie() !== token) writeCookie(token, TOKEN_LIFETIME_SECONDS)
}

export function removeTokenCookie(): void {
  writeCookie('', 0)
}

function writeCookie(value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // The asynchronous cookieStore is not in every browser, and the next line of the caller may read it.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${TOKEN_COOKIE}=${value}; Max-Age=${maxAgeSeconds}; Path=/; SameSite=Lax${secure}`
}
