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
import type { ImageKind } from './orma-images.ts'
import {
  checkSwitches,
  pinFields,
  switchEntries,
  switchesOf,
  switchFields,
} from './switch-entries.ts'
import type { PinEntry } from './switch-entries.ts'

const ormaFields = v.object({
  ...ormaEntries.entries,
  uploadsClosed: v.boolean(),
  paused: v.boolean(),
  reviewAll: v.boolean(),
  ...switchEntries.entries,
  /** The day on which it is deleted, `YYYY-MM-DD` on the calendar of this device; '': none. */
  deleteAt: v.string(),
  /** Music of the films; '': none. */
  music: v.picklist(['', ...MUSIC_NAMES]),
})

/** What the form that changes an Orma shows. */
export interface OrmaDraft extends v.InferOutput<typeof ormaFields>, PinEntry {
  /** Only images that are new. */
  images: { [Kind in ImageKind]?: File }
}

/** The fields that the user has entered. The Orma may be changed elsewhere meanwhile: all others follow it, and are not sent. */
export type OrmaChanges = Partial<OrmaDraft>

/** What was entered for this Orma in this tab. */
export function readChanges(event_hash: string): OrmaChanges {
  return (readDraft(event_hash, v.partial(ormaFields)) ?? {}) as OrmaChanges
}

/** Stores what is entered in this tab, but for images, which are chosen anew, and the word at the door, which is written nowhere. */
export function storeChanges(event_hash: string, changes: OrmaChanges): void {
  const { images: _images, pin: _pin, keepDevices: _keepDevices, ...fields } = changes
  writeDraft(event_hash, Object.keys(fields).length > 0 ? fields : undefined)
}

/** The Orma as the form shows it. */
export function draftOf(event: Event, changes: OrmaChanges = {}): OrmaDraft {
  return {
    name: event.name,
    date: event.event_date.slice(0, 'YYYY-MM-DD'.length),
    seatingUrl: event.seating_url ?? '',
    endsAt: event.endsAt ? dayjs(event.endsAt).format('YYYY-MM-DDTHH:mm') : '',
    uploadsClosed: event.uploadsClosed ?? false,
    paused: event.paused ?? false,
    reviewAll: event.reviewAll ?? false,
    ...switchesOf(event),
    deleteAt: event.deleteAt ? localDay(new Date(event.deleteAt)) : '',
    music: isMusicName(event.music) ? event.music : '',
    images: {},
    ...changes,
  }
}

/** What is wrong with each field. A date or an end that does not change may be in the past. */
export function checkChanges(event: Event, changes: OrmaChanges, today: string): EntryErrors {
  const before = draftOf(event)
  const draft = draftOf(event, changes)
  const nowMs = Date.now()
  const errors = {
    ...checkEntries(draft, {
      isTooEarly: draft.date !== before.date && draft.date < today,
      isEndPast: draft.endsAt !== before.endsAt && isPastMoment(draft.endsAt, nowMs),
    }),
    ...checkSwitches(draft, { before, nowMs, needsPin: asksForNewPin(event, changes) }),
  }
  const isTooSoon = setsDeletion(event, changes) && draft.deleteAt < firstDeletionDay()
  return isTooSoon ? { ...errors, deleteAt: texts.edit.deleteTooSoon } : errors
}

/** Whether the word is being changed for another one, which is still to be entered or is. */
export function asksForNewPin({ hasPin }: Event, { keepDevices }: OrmaChanges): boolean {
  return hasPin && keepDevices !== undefined
}

/** The first day that an Orma can be deleted on: the day begins at least 30 days from now. */
export function firstDeletionDay(): string {
  return localDay(
    dayjs()
      .add(DELETION_DAYS.ahead + 1, 'day')
      .toDate(),
  )
}

/** Whether the Orma is to be deleted on a day that is not set yet. */
export function setsDeletion(event: Event, { deleteAt = '' }: OrmaChanges): boolean {
  return deleteAt !== '' && deleteAt !== draftOf(event).deleteAt
}

/** The body of the call: every field that is another than the Orma has. The server leaves the others as they are. */
export function updateForm(event: Event, changes: OrmaChanges): FormData {
  const form = new FormData()
  for (const [field, value] of changedFields(event, changes)) form.set(field, value)
  return form
}

export function isChanged(event: Event, changes: OrmaChanges): boolean {
  return changedFields(event, changes).length > 0
}

function changedFields(
  event: Event,
  changes: OrmaChanges,
): [field: string, value: string | File][] {
  const was: Record<string, string> = sentFields(draftOf(event))
  const is = sentFields(draftOf(event, changes))
  return [
    ...Object.entries(is).filter(([field, value]) => value !== was[field]),
    ...Object.entries(pinFields(changes, event.hasPin)),
    ...Object.entries(changes.images ?? {}),
  ]
}

/** The fields of the form but its images, as they are sent. */
function sentFields(draft: OrmaDraft) {
  return {
    ...entryFields(draft),
    deleteAt: momentOf(draft.deleteAt && `${draft.deleteAt}T00:00`),
    uploadsClosed: String(draft.uploadsClosed),
    paused: String(draft.paused),
    reviewAll: String(draft.reviewAll),
    ...switchFields(draft),
    music: draft.music,
  }
}
