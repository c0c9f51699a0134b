import * as v from 'valibot'
import { MUSIC_NAMES } from '../../../contract/music.ts'
import type { Event } from '../../../contract/entities.ts'
import { keepTabDraft, readTabDraft } from '../../session/tab-drafts.ts'
import { beginEdit, isChanged, rebaseEdit } from './edit-form.ts'
import type { OrmaEdit } from './edit-form.ts'

const draft = v.object({
  name: v.string(),
  date: v.string(),
  seatingUrl: v.string(),
  endsAt: v.string(),
  uploadsClosed: v.boolean(),
  paused: v.boolean(),
  reviewAll: v.boolean(),
  deleteAt: v.string(),
  music: v.picklist(['', ...MUSIC_NAMES]),
  /** A tab's storage holds text alone: they are chosen anew. */
  images: v.object({}),
})
const stored = v.pipe(v.string(), v.parseJson(), v.object({ before: draft, draft }))

/** Stores in this tab what was entered to change an Orma, so that a reload or the way back finds it. */
export function keepEdit(event_hash: string, edit: OrmaEdit): void {
  const words = { ...edit, draft: { ...edit.draft, images: {} } }
  keepTabDraft(event_hash, isChanged(words) ? JSON.stringify(words) : '')
}

/** The form as this tab has it, over the Orma as it is now. */
export function readEdit(event: Event): OrmaEdit {
  const kept = v.safeParse(stored, readTabDraft(event.event_hash))
  return kept.success ? rebaseEdit(kept.output, event) : beginEdit(event)
}

/** It was sent or discarded. */
export function forgetEdit(event_hash: string): void {
  keepTabDraft(event_hash, '')
}
