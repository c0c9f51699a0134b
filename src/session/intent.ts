import * as v from 'valibot'
import { eventHash, id } from '../../contract/entities.ts'
import { randomKey } from '../device/random-key.ts'
import { tabStorage } from './device-storage.ts'

const KEY = 'intent'
/** Longer after the tap its user has forgotten it. */
const INTENT_LIFETIME_MS = 15 * 60_000

const intentSchema = v.object({
  event_hash: eventHash,
  post_id: id,
  kind: v.picklist(['like', 'comment']),
  content: v.optional(v.string()),
})
/** What a guest tapped on when asked to sign in. */
export type Intent = v.InferOutput<typeof intentSchema>

const stored = v.object({
  intent: intentSchema,
  until: v.number(),
  key: v.string(),
  /** The login that it led to has succeeded. */
  isDue: v.boolean(),
})
type StoredIntent = v.InferOutput<typeof stored>

/** Stores an intent in this tab, and gives its key for the login that it leads to. */
export function rememberIntent(intent: Intent): string {
  const key = randomKey()
  write({ intent, until: Date.now() + INTENT_LIFETIME_MS, key, isDue: false })
  return key
}

/** After the login that an intent led to: the intent is to be carried out. One that was given up stays without a login. */
export function makeIntentDue(key: string | undefined): Intent | undefined {
  const found = read()
  if (!found || found.key !== key) return undefined
  write({ ...found, isDue: true })
  return found.intent
}

/** The intent to be carried out in an Orma; it stays stored. */
export function dueIntent(event_hash: string): Intent | undefined {
  const found = read()
  return found?.isDue && found.intent.event_hash === event_hash ? found.intent : undefined
}

/** The words of a comment whose author was led to the login and has come back without having signed in; they stay stored. */
export function givenUpWords({ event_hash, post_id }: Pick<Intent, 'event_hash' | 'post_id'>) {
  const found = read()
  if (!found || found.isDue || found.intent.kind !== 'comment') return undefined
  const isHere = found.intent.event_hash === event_hash && found.intent.post_id === post_id
  return isHere ? found.intent.content : undefined
}

export function forgetIntent(): void {
  tabStorage.removeItem(KEY)
}

function read(): StoredIntent | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stored), tabStorage.getItem(KEY))
  return parsed.success && parsed.output.until >= Date.now() ? parsed.output : undefined
}

function write(intent: StoredIntent): void {
  tabStorage.setItem(KEY, JSON.stringify(intent))
}
