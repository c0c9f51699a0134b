import { dayjs } from '../../../contract/dayjs.ts'
import { localDay } from '../../../contract/local-day.ts'
import { DELETION_DAYS } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import type { Event } from '../../../contract/entities.ts'
import { isMusicName } from '../../../contract/music.ts'
import type { MusicName } from '../../../contract/music.ts'
import type { ImageKind } from './image-kinds.ts'
import { checkEntries, isPastMoment, momentOf } from './orma-entries.ts'
import type { EntryErrors, OrmaEntries } from './orma-entries.ts'

/** What is entered to change an Orma. */
export interface OrmaDraft extends OrmaEntries {
  uploadsClosed: boolean
  paused: boolean
  reviewAll: boolean
  /** The day on which it is deleted, `YYYY-MM-DD` on the calendar of this device; '': none. */
  deleteAt: string
  /** Music of the films; '': none. */
  music: MusicName | ''
  /** Only images that are new. */
  images: Partial<Record<ImageKind, File>>
}

/** A draft, and what it was when the form was opened. The Orma may be changed elsewhere meanwhile: only the difference is sent. */
export interface OrmaEdit {
  before: OrmaDraft
  draft: OrmaDraft
}

export function beginEdit(event: Event): OrmaEdit {
  const before = draftOf(event)
  return { before, draft: before }
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
    name: visibleText(draft.name),
    event_date: draft.date,
    seating_url: draft.seatingUrl.trim(),
    endsAt: momentOf(draft.endsAt),
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
