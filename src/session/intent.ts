import * as v from 'valibot'
import { eventHash, id } from '../../contract/entities.ts'
import { tabStorage } from './device-storage.ts'

const KEY = 'intent'
/** Who comes back later than this has forgotten what the tap was for. */
const INTENT_LIFETIME_MS = 15 * 60_000

const intentSchema = v.object({
  event_hash: eventHash,
  post_id: id,
  kind: v.picklist(['like', 'comment']),
  content: v.optional(v.string()),
})
/** What a guest wanted to do when asked to sign in. */
export type Intent = v.InferOutput<typeof intentSchema>

const stored = v.object({ intent: intentSchema, until: v.number() })

/** Keeps an intent in this tab until its user is signed in. */
export function rememberIntent(intent: Intent, now = Date.now()): void {
  tabStorage.setItem(KEY, JSON.stringify({ intent, until: now + INTENT_LIFETIME_MS }))
}

/** The intent of an Orma that still waits, without taking it. */
export function waitingIntent(event_hash: string, now = Date.now()): Intent | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stored), tabStorage.getItem(KEY))
  if (!parsed.success || parsed.output.until < now) return undefined
  const { intent } = parsed.output
  return intent.event_hash === event_hash ? intent : undefined
}

export function forgetIntent(): void {
  tabStorage.removeItem(KEY)
}
