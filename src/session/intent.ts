import * as v from 'valibot'
import { eventHash, id } from '../../contract/entities.ts'
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

const stored = v.object({ intent: intentSchema, until: v.number() })

/** Stores an intent in this tab until its user has signed in. */
export function rememberIntent(intent: Intent, now = Date.now()): void {
  tabStorage.setItem(KEY, JSON.stringify({ intent, until: now + INTENT_LIFETIME_MS }))
}

/** The stored intent for an Orma; it stays stored. */
export function waitingIntent(event_hash: string, now = Date.now()): Intent | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stored), tabStorage.getItem(KEY))
  if (!parsed.success || parsed.output.until < now) return undefined
  const { intent } = parsed.output
  return intent.event_hash === event_hash ? intent : undefined
}

export function forgetIntent(): void {
  tabStorage.removeItem(KEY)
}
