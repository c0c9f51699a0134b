import type { AnyRouter } from '@tanstack/react-router'
import { tabStorage } from './device-storage.ts'

const KEY = 'visited'

/** Stores, for this tab, which page of the app is at which place of the history: browsers do not tell. */
export function trackVisitedPages({ history }: Pick<AnyRouter, 'history'>): void {
  const note = () => {
    const { pathname, state } = history.location
    const visited = readVisited().slice(0, state.__TSR_index)
    visited[state.__TSR_index] = pathname
    tabStorage.setItem(KEY, JSON.stringify(visited))
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
    const visited: unknown = JSON.parse(tabStorage.getItem(KEY) ?? '')
    return Array.isArray(visited) ? visited : []
  } catch {
    // Not written by this app: counts as empty.
    return []
  }
}
