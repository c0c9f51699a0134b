import * as v from 'valibot'
import { eventHashOfPath } from '../../contract/document.ts'
import type { Event } from '../../contract/entities.ts'
import { randomKey } from '../device/random-key.ts'
import { atDoorKey } from '../device/recent-ormas.ts'
import { deviceStorage, tabStorage } from './device-storage.ts'

/** What stands before the word in a link that carries it: a part of the address that no browser sends. */
export const WORD_HASH = '#pin='

/** The word at an Orma's door that this tab was given: typed, or in a link. No other tab knows it. */
const givenWord = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    word: v.string(),
    /** Of the word, as the server has it; null: the server has not taken it yet. */
    mark: v.nullable(v.string()),
  }),
)
const keyOf = (event_hash: string) => `pin:${event_hash}`

/** Takes the word off the page's address, where a link or a code has brought one. */
export function takeWordOfLink(): void {
  const { hash, pathname, search } = location
  const event_hash = eventHashOfPath(pathname)
  if (!event_hash || !hash.startsWith(WORD_HASH)) return
  const word = decoded(hash.slice(WORD_HASH.length))
  // The server may have taken it before.
  if (word !== wordOf(event_hash)) noteWord(event_hash, word)
  history.replaceState(history.state, '', pathname + search)
}

/** `mark`: the server's of a word that it has taken. */
export function noteWord(event_hash: string, word: string, mark: string | null = null): void {
  tabStorage.setItem(keyOf(event_hash), JSON.stringify({ word, mark }))
}

/** It is not the word any more. */
export function forgetWord(event_hash: string): void {
  tabStorage.removeItem(keyOf(event_hash))
}

export function wordOf(event_hash: string): string | undefined {
  return readWord(event_hash)?.word
}

/** The word that is good now; undefined where this tab knows none, or one that was changed since. */
export function goodWordOf({ event_hash, pinMark }: Event): string | undefined {
  const known = readWord(event_hash)
  return known && known.mark !== null && known.mark === pinMark ? known.word : undefined
}

/** What all tabs of this device know of its words at an Orma's door: none of the words. */
const atDoor = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** Made at random for this Orma: its words are counted by it. */
    device: v.string(),
    /** Whether a word of it was taken. */
    isKnown: v.boolean(),
  }),
)

export function readAtDoor(event_hash: string): v.InferOutput<typeof atDoor> {
  const stored = v.safeParse(atDoor, deviceStorage.getItem(atDoorKey(event_hash)))
  return stored.success ? stored.output : { device: randomKey(), isKnown: false }
}

export function noteAtDoor(event_hash: string, noted: v.InferOutput<typeof atDoor>): void {
  deviceStorage.setItem(atDoorKey(event_hash), JSON.stringify(noted))
}

function readWord(event_hash: string): v.InferOutput<typeof givenWord> | undefined {
  const stored = v.safeParse(givenWord, tabStorage.getItem(keyOf(event_hash)))
  return stored.success ? stored.output : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Copied in part.
    return text
  }
}
