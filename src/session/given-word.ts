import { eventHashOfPath } from '../../contract/document.ts'
import { tabStorage } from './device-storage.ts'

/** What stands before the word in a link that carries it: a part of the address that no browser sends. */
export const WORD_HASH = '#pin='

/** The word at an Orma's door that this tab was given: typed, or in a link. No other tab knows it. */
const keyOf = (event_hash: string) => `pin:${event_hash}`

/** Takes the word off the page's address, where a link or a code has brought one. */
export function takeWordOfLink(): void {
  const { hash, pathname, search } = location
  const event_hash = eventHashOfPath(pathname)
  if (!event_hash || !hash.startsWith(WORD_HASH)) return
  noteWord(event_hash, decoded(hash.slice(WORD_HASH.length)))
  history.replaceState(history.state, '', pathname + search)
}

export function noteWord(event_hash: string, word: string): void {
  tabStorage.setItem(keyOf(event_hash), word)
}

/** It is not the word any more. */
export function forgetWord(event_hash: string): void {
  tabStorage.removeItem(keyOf(event_hash))
}

export function wordOf(event_hash: string): string | undefined {
  return tabStorage.getItem(keyOf(event_hash)) ?? undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Copied in part.
    return text
  }
}
