import * as v from 'valibot'
import { eventHash, id } from '../../contract/entities.ts'
import { randomKey } from '../device/random-key.ts'
import { forgetDraft, readDraft, writeDraft } from './drafts.ts'

const NAME = 'intent'
/** Longer after the tap its user has forgotten it. */
const GOOD_FOR_MS = 15 * 60_000

const intent = v.object({
  event_hash: eventHash,
  post_id: id,
  /** A comment's text is its draft. */
  kind: v.picklist(['like', 'comment']),
})
/** What a guest tapped on when asked to sign in. */
export type Intent = v.InferOutput<typeof intent>

const storedIntent = v.object({
  ...intent.entries,
  key: v.string(),
  /** The login that it led to has succeeded. */
  isDue: v.boolean(),
})

/** Stores an intent in this tab, and gives its key for the login that it leads to. */
export function rememberIntent(wanted: Intent): string {
  const key = randomKey()
  writeDraft(NAME, { ...wanted, key, isDue: false }, GOOD_FOR_MS)
  return key
}

/** After the login that an intent led to: the intent is to be carried out. One that was given up stays without a login. */
export function makeIntentDue(key: string | undefined): Intent | undefined {
  const stored = readDraft(NAME, storedIntent)
  if (!stored || stored.key !== key) return undefined
  writeDraft(NAME, { ...stored, isDue: true }, GOOD_FOR_MS)
  return stored
}

/** Whether this is to be carried out now. */
export function isIntentDue({ event_hash, post_id, kind }: Intent): boolean {
  const stored = readDraft(NAME, storedIntent)
  const isThis = stored?.post_id === post_id && stored.event_hash === event_hash
  return isThis && stored.isDue && stored.kind === kind
}

/** As `isIntentDue`, once: it is forgotten. */
export function takeDueIntent(wanted: Intent): boolean {
  const isDue = isIntentDue(wanted)
  if (isDue) forgetIntent()
  return isDue
}

export function forgetIntent(): void {
  forgetDraft(NAME)
}
