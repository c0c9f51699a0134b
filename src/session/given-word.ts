import { eventHashOfPath } from '../../contract/document.ts'

/** What stands before the word in a link that carries it: a part of the address that no browser sends. */
export const WORD_HASH = '#pin='

/** The words at Ormas' doors that this page was given, by event_hash: typed, or in a link. Nothing keeps them. */
const given = new Map<string, string>()

/** Takes the word off the page's address, where a link or a code has brought one. */
export function takeWordOfLink(): void {
  const { hash, pathname, search } = location
  const event_hash = eventHashOfPath(pathname)
  if (!event_hash || !hash.startsWith(WORD_HASH)) return
  noteWord(event_hash, decoded(hash.slice(WORD_HASH.length)))
  history.replaceState(history.state, '', pathname + search)
}

export function noteWord(event_hash: string, word: string): void {
  given.set(event_hash, word)
}

export function wordOf(event_hash: string): string | undefined {
  return given.get(event_hash)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Copied in part.
    return text
  }
}
