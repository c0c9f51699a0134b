import { waitingIntent } from './intent.ts'

/** What to do with the history after a sign-in: go back that many entries, or put a page in place of the login. */
export type WayOn = { back: number } | { replaceWith: string }

interface SignedIn {
  /** Paths of our pages up to the login that has just succeeded. */
  visited: readonly (string | undefined)[]
  /** Where the login leads to; absent: to where it was called from. */
  target: string | undefined
}

/** Where a login leads to, besides back: what was wanted first, a post with a like to give, or the Orma's upload. */
export function loginTarget(event_hash: string | undefined, wanted?: string): string | undefined {
  if (wanted !== undefined) return wanted
  if (event_hash === undefined) return undefined
  const intent = waitingIntent(event_hash)
  return intent ? `/${event_hash}/post/${intent.post_id}` : `/${event_hash}/upload`
}

/**
 * The way on from a login, so that its pages are not met again on the way back: over all of them to where it was called
 * from, or to the target in place of the first of them, which leads on by itself once someone is signed in.
 */
export function wayOn({ visited, target }: SignedIn): WayOn {
  let logins = 1
  while (isLogin(visited.at(-1 - logins))) logins++
  const before = visited.at(-1 - logins)
  if (before !== undefined && (target === undefined || target === before)) return { back: logins }
  return logins > 1 ? { back: logins - 1 } : { replaceWith: target ?? '/' }
}

function isLogin(path: string | undefined): boolean {
  return path !== undefined && /\/login(\/|$)/.test(path)
}
