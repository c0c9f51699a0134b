import type { AnyRouter } from '@tanstack/react-router'
import { tabStorage } from './device-storage.ts'
import type { Intent } from './intent.ts'

const VISITED_KEY = 'visited'

/** What to do with the history after a sign-in: go back that many entries, or replace the login by a page. */
type AfterLogin = { back: number } | { replaceWith: string }

/** What the login's entry in the history says of why it was opened. */
export interface LoginState {
  wanted?: string | undefined
  intent?: Intent | undefined
}

interface SignedIn {
  /** Paths of the app's pages, up to the login that has just succeeded. */
  visited: readonly (string | undefined)[]
  /** Where the login leads to; absent: back to where it was called from. */
  target: string | undefined
}

/**
 * Where a login that has succeeded leads to: the page wanted first, the post of the like or comment that led to it, or
 * the Orma's upload page; undefined: back. `state`: of the login's entry in the history.
 */
export function loginTarget(
  event_hash: string | undefined,
  { wanted, intent }: LoginState,
): string | undefined {
  if (wanted !== undefined) return wanted
  // An entry of an older release has a text there.
  if (typeof intent === 'object') return `/${intent.event_hash}/post/${intent.post_id}`
  return event_hash && `/${event_hash}/upload`
}

/**
 * How to leave the login so that going back does not meet its pages again: back over all of them, or to the target in place of
 * the first of them, which redirects once someone is signed in.
 */
export function afterLogin({ visited, target }: SignedIn): AfterLogin {
  let logins = 1
  while (isLogin(visited.at(-1 - logins))) logins++
  const before = visited.at(-1 - logins)
  if (before !== undefined && (target === undefined || target === before)) return { back: logins }
  return logins > 1 ? { back: logins - 1 } : { replaceWith: target ?? '/' }
}

function isLogin(path: string | undefined): boolean {
  return path !== undefined && /\/login(\/|$)/.test(path)
}

/** Stores, for this tab, which page of the app is at which place of the history: browsers do not tell. */
export function trackVisitedPages({ history }: Pick<AnyRouter, 'history'>): void {
  const note = () => {
    const { pathname, state } = history.location
    const visited = readVisited().slice(0, state.__TSR_index)
    visited[state.__TSR_index] = pathname
    tabStorage.setItem(VISITED_KEY, JSON.stringify(visited))
  }
  note()
  history.subscribe(note)
}

/** Paths of the app's pages from the first one in this tab to the current one; undefined for unknown places. */
export function visitedPages(): (string | undefined)[] {
  return readVisited().map((path) => path ?? undefined)
}

function readVisited(): (string | null | undefined)[] {
  try {
    const visited: unknown = JSON.parse(tabStorage.getItem(VISITED_KEY) ?? '')
    return Array.isArray(visited) ? visited : []
  } catch {
    // Not written by this app: counts as empty.
    return []
  }
}
