import { guestCookie, TOKEN_COOKIE, TOKEN_LIFETIME_SECONDS } from '../../contract/limits.ts'

// Set here because Safari keeps cookies set by script for a week only. Not HttpOnly: scripts read them.

export function tokenCookie(token: string, isSecure: boolean): string {
  return cookie(TOKEN_COOKIE, token, isSecure)
}

/** Of a guest by name: one for each Orma, beside each other. */
export function guestTokenCookie(event_hash: string, token: string, isSecure: boolean): string {
  return cookie(guestCookie(event_hash), token, isSecure)
}

function cookie(name: string, value: string, isSecure: boolean): string {
  const text = `${name}=${value}; Max-Age=${TOKEN_LIFETIME_SECONDS}; Path=/; SameSite=Lax`
  return isSecure ? `${text}; Secure` : text
}
