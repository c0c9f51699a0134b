import * as v from 'valibot'
import { forgetFiles } from '../device/draft-files.ts'
import { tokenTail } from '../device/token.ts'
import { deviceStorage, tabStorage } from './device-storage.ts'
import { readTokenCookie } from './token-cookie.ts'

// A draft is what is being written and not sent. The session that wrote it finds it, a guest's also who signs in next; nobody else.

const KEY = 'drafts'
const STORAGES = { tab: tabStorage, device: deviceStorage }
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

/** With what a draft goes at the latest. */
type Lifetime = keyof typeof STORAGES

interface DraftOptions {
  lives?: Lifetime
  goodForMs?: number
}

/** Stores a draft, which JSON can hold, in place of the one before. An empty text, or undefined: it was sent, or erased. */
export function writeDraft(
  name: string,
  value: unknown,
  { lives = 'tab', goodForMs = GOOD_FOR_MS }: DraftOptions = {},
): void {
  const isNothing = value === undefined || value === ''
  const written = { value, writer: thisWriter(), until: Date.now() + goodForMs }
  writeAll(lives, { ...readAll(lives), [name]: isNothing ? undefined : written })
}

/** The draft, where it has this shape. */
export function readDraft<Value>(
  name: string,
  shape: v.GenericSchema<unknown, Value>,
  lives: Lifetime = 'tab',
): Value | undefined {
  const parsed = v.safeParse(shape, readAll(lives)[name]?.value)
  return parsed.success ? parsed.output : undefined
}

export function forgetDraft(name: string, lives: Lifetime = 'tab'): void {
  writeDraft(name, undefined, { lives })
}

/** Forgets the tab's drafts whose names begin so, and gives those that are texts. */
export function takeTexts(beginning: string): string[] {
  const taken = Object.entries(readAll('tab')).filter(([name]) => name.startsWith(beginning))
  for (const [name] of taken) forgetDraft(name)
  return taken.flatMap(([, { value }]) => (typeof value === 'string' ? value : []))
}

/** After a session has begun or ended: what a guest wrote is now its user's, and what others wrote is forgotten. */
export async function forgetDrafts(): Promise<void> {
  const writer = thisWriter()
  for (const lives of ['tab', 'device'] as const) {
    const left = Object.entries(readAll(lives)).map(([name, each]) => [name, { ...each, writer }])
    writeAll(lives, Object.fromEntries(left))
  }
  await forgetFiles()
}

/** Another tab may have begun or ended the session. */
function thisWriter(): string {
  return tokenTail(readTokenCookie() ?? GUEST)
}

function readAll(lives: Lifetime): Record<string, Draft> {
  const parsed = v.safeParse(storedDrafts, STORAGES[lives].getItem(KEY))
  const readable = Object.entries(parsed.success ? parsed.output : {}).filter(
    ([, { writer, until }]) => until >= Date.now() && (writer === GUEST || writer === thisWriter()),
  )
  return Object.fromEntries(readable)
}

function writeAll(lives: Lifetime, drafts: Record<string, Draft | undefined>): void {
  STORAGES[lives].setItem(KEY, JSON.stringify(drafts))
}
