import * as v from 'valibot'
import { eventHash, id } from '../../contract/entities.ts'
import { readDraft, writeDraft } from './drafts.ts'

const NAME = 'intent'
/** A later visit is to publish nothing that its user does not think of any more. */
const GOOD_FOR_MS = 15 * 60_000

const intent = v.object({
  event_hash: eventHash,
  post_id: id,
  /** A comment's text is its draft. */
  kind: v.picklist(['like', 'comment']),
})
/** What a guest tapped on when asked to sign in. It lies in the history's entry of the login that it led to. */
export type Intent = v.InferOutput<typeof intent>

/** `until`: epoch milliseconds; 0: it has been carried out. */
const dueIntent = v.object({ ...intent.entries, until: v.number() })

/**
 * After that login: it is to be carried out on the post's page, soon, and once in a session, as the history may lead to that login
 * again.
 */
export function makeIntentDue(wanted: Intent | undefined): void {
  // An entry of an older release has a text there.
  if (typeof wanted !== 'object' || readIntent(wanted)) return
  writeDraft(NAME, { ...wanted, until: Date.now() + GOOD_FOR_MS })
}

/** Whether this is to be carried out now. */
export function isIntentDue(wanted: Intent): boolean {
  return (readIntent(wanted)?.until ?? 0) > Date.now()
}

/** As `isIntentDue`, once. */
export function takeDueIntent(wanted: Intent): boolean {
  const isDue = isIntentDue(wanted)
  if (isDue) writeDraft(NAME, { ...wanted, until: 0 })
  return isDue
}

function readIntent({ event_hash, post_id, kind }: Intent) {
  const due = readDraft(NAME, dueIntent)
  const isIt = due?.post_id === post_id && due.event_hash === event_hash && due.kind === kind
  return isIt ? due : undefined
}
