import * as v from 'valibot'
import { dayjs } from '../../../contract/dayjs.ts'
import { localDay } from '../../../contract/display-day.ts'
import { DELETION_DAYS } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import type { Event } from '../../../contract/entities.ts'
import { MUSIC_NAMES, isMusicName } from '../../../contract/music.ts'
import { readDraft, writeDraft } from '../../session/drafts.ts'
import { checkEntries, entryFields, isPastMoment, momentOf, ormaEntries } from './orma-entries.ts'
import type { EntryErrors } from './orma-entries.ts'

const image = v.exactOptional(v.instance(File))

const ormaDraft = v.object({
  ...ormaEntries.entries,
  uploadsClosed: v.boolean(),
  paused: v.boolean(),
  reviewAll: v.boolean(),
  /** The day on which it is deleted, `YYYY-MM-DD` on the calendar of this device; '': none. */
  deleteAt: v.string(),
  /** Music of the films; '': none. */
  music: v.picklist(['', ...MUSIC_NAMES]),
  /** Only images that are new. */
  images: v.object({ profile_image: image, banner: image }),
})
/** What is entered to change an Orma. */
export type OrmaDraft = v.InferOutput<typeof ormaDraft>

const ormaEdit = v.object({ before: ormaDraft, draft: ormaDraft })
/** A draft, and what it was when the form was opened. The Orma may be changed elsewhere meanwhile: only the difference is sent. */
export type OrmaEdit = v.InferOutput<typeof ormaEdit>

export function beginEdit(event: Event): OrmaEdit {
  const before = draftOf(event)
  return { before, draft: before }
}

/** The form as this tab has it, over the Orma as it is now. */
export function readEdit(event: Event): OrmaEdit {
  const stored = readDraft(event.event_hash, ormaEdit)
  return stored ? rebaseEdit(stored, event) : beginEdit(event)
}

/** Stores the form in this tab, but for images: they are chosen anew. */
export function storeEdit(event_hash: string, { before, draft }: OrmaEdit): void {
  const edit = { before, draft: { ...draft, images: {} } }
  writeDraft(event_hash, isChanged(edit) ? edit : undefined)
}

/** The edit over the Orma as it is now: what was entered stays, and all else is shown as it is. */
export function rebaseEdit({ before, draft }: OrmaEdit, event: Event): OrmaEdit {
  const now = draftOf(event)
  const entered = Object.entries(draft).filter(
    ([field, value]) => value !== before[field as keyof OrmaDraft],
  )
  return { before: now, draft: { ...now, ...Object.fromEntries(entered) } }
}

export function draftOf(event: Event): OrmaDraft {
  return {
    name: event.name,
    date: dayOf(event),
    seatingUrl: event.seating_url ?? '',
    endsAt: event.endsAt ? dayjs(event.endsAt).format('YYYY-MM-DDTHH:mm') : '',
    uploadsClosed: event.uploadsClosed ?? false,
    paused: event.paused ?? false,
    reviewAll: event.reviewAll ?? false,
    deleteAt: event.deleteAt ? localDay(new Date(event.deleteAt)) : '',
    music: isMusicName(event.music) ? event.music : '',
    images: {},
  }
}

/** What is wrong with each field. A date or an end that does not change may be in the past. */
export function checkDraft({ before, draft }: OrmaEdit, today: string): EntryErrors {
  const errors = checkEntries(draft, {
    isTooEarly: draft.date !== before.date && draft.date < today,
    isEndPast: draft.endsAt !== before.endsAt && isPastMoment(draft.endsAt, Date.now()),
  })
  const isTooSoon = setsDeletion({ before, draft }) && draft.deleteAt < firstDeletionDay()
  return isTooSoon ? { ...errors, deleteAt: texts.edit.deleteTooSoon } : errors
}

/** The first day that an Orma can be deleted on: the day begins at least 30 days from now. */
export function firstDeletionDay(): string {
  return localDay(
    dayjs()
      .add(DELETION_DAYS.ahead + 1, 'day')
      .toDate(),
  )
}

/** Whether the draft has the Orma deleted on a day that is not set yet. */
export function setsDeletion({ before, draft: { deleteAt } }: OrmaEdit): boolean {
  return deleteAt !== '' && deleteAt !== before.deleteAt
}

/** The body of the call: what it begins with (`beginUpdate`), and every field that changed. */
export function updateForm(edit: OrmaEdit, form: FormData): FormData {
  for (const [field, value] of changesOf(edit)) form.set(field, value)
  return form
}

export function isChanged(edit: OrmaEdit): boolean {
  return changesOf(edit).length > 0
}

function changesOf({ before, draft }: OrmaEdit): [field: string, value: string | File][] {
  const is = entriesOf(draft)
  const was = entriesOf(before)
  return [
    ...Object.entries(is).filter(([field, value]) => value !== was[field as keyof typeof was]),
    ...Object.entries(draft.images),
  ]
}

/** The fields of the form but its images, as they are sent. */
function entriesOf(draft: OrmaDraft) {
  return {
    ...entryFields(draft),
    deleteAt: momentOf(draft.deleteAt && `${draft.deleteAt}T00:00`),
    uploadsClosed: String(draft.uploadsClosed),
    paused: String(draft.paused),
    reviewAll: String(draft.reviewAll),
    music: draft.music,
  }
}

function dayOf({ event_date }: Event): string {
  return event_date.slice(0, 'YYYY-MM-DD'.length)
}
