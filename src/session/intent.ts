import * as v from 'valibot'
import { eventHash, id } from '../../contract/entities.ts'
import { forgetDraft, readDraft, writeDraft } from './drafts.ts'

const NAME = 'intent'

const intent = v.object({
  event_hash: eventHash,
  post_id: id,
  /** A comment's text is its draft. */
  kind: v.picklist(['like', 'comment']),
})
/** What a guest tapped on when asked to sign in. It lies in the history's entry of the login that it led to. */
export type Intent = v.InferOutput<typeof intent>

/** After that login: it is to be carried out on the post's page. */
export function makeIntentDue(wanted: Intent): void {
  writeDraft(NAME, wanted)
}

/** Whether this is to be carried out now. */
export function isIntentDue({ event_hash, post_id, kind }: Intent): boolean {
  const due = readDraft(NAME, intent)
  return due?.post_id === post_id && due.event_hash === event_hash && due.kind === kind
}

/** As `isIntentDue`, once: it is forgotten. */
export function takeDueIntent(wanted: Intent): boolean {
  const isDue = isIntentDue(wanted)
  if (isDue) forgetDraft(NAME)
  return isDue
}
