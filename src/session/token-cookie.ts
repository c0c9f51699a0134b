import { eventHashOfPath } from '../../contract/document.ts'
import {
  doorCookie,
  guestCookie,
  TOKEN_COOKIE,
  TOKEN_LIFETIME_SECONDS,
} from '../../contract/limits.ts'
import { findToken, listGuestTokens } from '../device/token.ts'
import { readVisits } from '../device/recent-ormas.ts'
import { deviceStorage } from './device-storage.ts'

/*
 * Who is signed in on this device: one user by phone, everywhere; or else a guest by name of each of some Ormas, in that Orma alone. Each
 * has a cookie. An Orma's hash stands for its guest, undefined for the user by phone.
 */

/** Key of whom a sign-in by phone takes along, as `guests-along.ts` notes it; absent: nobody. */
export const ALONG_KEY = 'guests-along'

let path: string | undefined
const listeners = new Set<() => void>()

/** Notes which page is shown from now on. */
export function notePath(pathname: string): void {
  path = pathname
  noteTokens()
}

/** Has everybody look again who is signed in here. */
export function noteTokens(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` when another may be signed in here. Returns the function that ends it. */
export function subscribeToTokens(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * The Orma whose guest by name is here: the Orma of the page unless another is named, or on a page of none the one last visited.
 * Undefined: a user by phone is signed in, or nobody is.
 */
export function guestHere(event_hash?: string): string | undefined {
  const { cookie } = document
  if (findToken(cookie) !== undefined) return undefined
  const tokens = listGuestTokens(cookie)
  if (tokens.size === 0) return undefined
  const here = event_hash ?? eventHashOfPath(path ?? location.pathname)
  if (here !== undefined) return tokens.has(here) ? here : undefined
  return readVisits(deviceStorage).find((visited) => tokens.has(visited)) ?? [...tokens.keys()][0]
}

/** The token of who is signed in here; in an Orma, of who is there. Undefined where nobody is. */
export function readTokenCookie(event_hash?: string): string | undefined {
  const user = findToken(document.cookie)
  const guestOf = event_hash ?? guestHere()
  return user ?? (guestOf === undefined ? undefined : readCookieOf(guestOf))
}

/** The token in the cookie of an Orma's guest by name, or of the user by phone. */
export function readCookieOf(guestOf: string | undefined): string | undefined {
  return findToken(document.cookie, cookieOf(guestOf))
}

/**
 * Makes sure that the cookie has the token. A cookie set by the server is left alone: Safari keeps it for 30 days, one written by
 * a script for 7 days. It is missing where the API is on another host.
 */
export function storeTokenCookie(token: string, guestOf?: string): void {
  if (readCookieOf(guestOf) !== token) {
    writeCookie(cookieOf(guestOf), token, TOKEN_LIFETIME_SECONDS)
  }
}

export function removeTokenCookie(guestOf?: string): void {
  writeCookie(cookieOf(guestOf), '', 0)
}

/** Removes the cookies of all guests by name, and those that open Ormas' doors. */
export function removeOrmaCookies(): void {
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=')
    const isOfOrma = [guestCookie(''), doorCookie('')].some((start) => name.startsWith(start))
    if (isOfOrma) writeCookie(name, '', 0)
  }
}

function cookieOf(guestOf: string | undefined): string {
  return guestOf === undefined ? TOKEN_COOKIE : guestCookie(guestOf)
}

function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // The asynchronous cookieStore is not in every browser, and the next line of the caller may read it.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; SameSite=Lax${secure}`
}
