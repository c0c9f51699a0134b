import * as v from 'valibot'
import { findToken, listGuestTokens, tokenTail } from '../device/token.ts'
import { tabStorage } from './device-storage.ts'
import { readTokenCookie } from './token-cookie.ts'

// A draft is what is being written and not sent. The session that wrote it finds it, a guest's also who signs in next; nobody else.

const KEY = 'drafts'
/** Longer ago its writer has forgotten it. */
const GOOD_FOR_MS = 7 * 24 * 60 * 60_000
const GUEST = ''

const draft = v.object({
  value: v.unknown(),
  /** The session, or GUEST. */
  writer: v.string(),
  /** Epoch milliseconds. */
  until: v.number(),
})
const storedDrafts = v.pipe(v.string(), v.parseJson(), v.record(v.string(), draft))
type Draft = v.InferOutput<typeof draft>

/** Stores a draft, which JSON can hold, in place of the one before. An empty text, or undefined: it was sent, or erased. */
export function writeDraft(name: string, value: unknown): void {
  const isNothing = value === undefined || value === ''
  const written = { value, writer: thisWriter(), until: Date.now() + GOOD_FOR_MS }
  writeAll({ ...readStored(), [name]: isNothing ? undefined : written })
}

/** The draft, where it has this shape. */
export function readDraft<Value>(
  name: string,
  shape: v.GenericSchema<unknown, Value>,
): Value | undefined {
  const parsed = v.safeParse(shape, readOwn()[name]?.value)
  return parsed.success ? parsed.output : undefined
}

export function forgetDraft(name: string): void {
  writeDraft(name, undefined)
}

/** Forgets the tab's drafts whose names begin so, and gives those that are texts. */
export function takeTexts(beginning: string): string[] {
  const taken = Object.entries(readOwn()).filter(([name]) => name.startsWith(beginning))
  for (const [name] of taken) forgetDraft(name)
  return taken.flatMap(([, { value }]) => (typeof value === 'string' ? value : []))
}

/** After a session has begun or ended: what a guest wrote is now its user's, and what others wrote is forgotten. */
export function forgetDrafts(): void {
  const writer = thisWriter()
  const claimed = Object.entries(readOwn()).map(([name, each]) => [name, { ...each, writer }])
  writeAll({ ...readStored(), ...Object.fromEntries(claimed) })
}

/** Another tab may have begun or ended the session. */
function thisWriter(): string {
  return tokenTail(readTokenCookie() ?? GUEST)
}

/** Those that who is here may read. */
function readOwn(): Record<string, Draft> {
  return only(readStored(), [GUEST, thisWriter()])
}

/** Those of all sessions of this device: guests by name of other Ormas come back to theirs. */
function readStored(): Record<string, Draft> {
  const parsed = v.safeParse(storedDrafts, tabStorage.getItem(KEY))
  const { cookie } = document
  const tokens = [findToken(cookie) ?? GUEST, ...listGuestTokens(cookie).values()]
  return only(parsed.success ? parsed.output : {}, [GUEST, ...tokens.map(tokenTail)])
}

function only(drafts: Record<string, Draft>, writers: readonly string[]): Record<string, Draft> {
  const left = Object.entries(drafts).filter(
    ([, { writer, until }]) => until >= Date.now() && writers.includes(writer),
  )
  return Object.fromEntries(left)
}

function writeAll(drafts: Record<string, Draft | undefined>): void {
  tabStorage.setItem(KEY, JSON.stringify(drafts))
}
