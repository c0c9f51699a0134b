import * as v from 'valibot'
import { NAME_MAX } from '../../../contract/limits.ts'
import { textLength } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import type { ImageKind } from './orma-images.ts'
import { pinFields, SPECIFIED, switchEntries, switchFields } from './switch-entries.ts'
import type { PinEntry, SwitchEntries } from './switch-entries.ts'

export const ormaEntries = v.object({
  name: v.string(),
  /** `YYYY-MM-DD`, or ''. */
  date: v.string(),
  seatingUrl: v.string(),
  /** From when on guests add no photos, `YYYY-MM-DDTHH:mm` on the clock of this device; empty: as long as they may. */
  endsAt: v.string(),
})
/** What is entered for an Orma, new or not. */
export type OrmaEntries = v.InferOutput<typeof ormaEntries>

export const newOrmaEntries = v.object({ ...ormaEntries.entries, ...switchEntries.entries })

type NewSwitches = SwitchEntries & PinEntry

/** What is entered for a new Orma. */
export interface NewOrma extends OrmaEntries, NewSwitches {
  images: { [Kind in ImageKind]?: File | undefined }
}

/** By field; of a form that has more of them, those too. */
export type EntryErrors = Partial<
  Record<keyof OrmaEntries | 'revealAt' | 'pin' | 'deleteAt', string>
>

interface EntryFaults {
  /** The date is a past one, and may not be. */
  isTooEarly?: boolean
  /** The end of the uploads is a past moment, and may not be. */
  isEndPast?: boolean
}

/** What is wrong with each field, in their order; empty where nothing is. */
export function checkEntries(
  { name, date, seatingUrl }: OrmaEntries,
  { isTooEarly, isEndPast }: EntryFaults = {},
): EntryErrors {
  const errors: EntryErrors = {}
  const shownName = visibleText(name)
  if (shownName === '') errors.name = texts.create.missingName
  else if (textLength(shownName) > NAME_MAX) errors.name = texts.profile.invalidName
  if (date === '') errors.date = texts.create.missingDate
  else if (isTooEarly) errors.date = texts.edit.dateTooEarly
  if (seatingUrl.trim() !== '' && !isHttps(seatingUrl)) {
    errors.seatingUrl = texts.create.invalidSeatingUrl
  }
  if (isEndPast) errors.endsAt = texts.create.pastEnd
  return errors
}

function isHttps(address: string): boolean {
  try {
    return new URL(address.trim()).protocol === 'https:'
  } catch {
    return false
  }
}

/** Whether an entered end has passed. An empty one has not. */
export function isPastMoment(entered: string, nowMs: number): boolean {
  return new Date(entered).getTime() <= nowMs
}

/** The moment that was entered, as it is sent. */
export function momentOf(entered: string): string {
  return entered === '' ? '' : new Date(entered).toISOString()
}

/** The entries as they are sent, by their fields of the call. */
export function entryFields({ name, date, seatingUrl, endsAt }: OrmaEntries) {
  return {
    name: visibleText(name),
    event_date: date,
    seating_url: seatingUrl.trim(),
    endsAt: momentOf(endsAt),
  }
}

/** The body of the call that creates an Orma; what is empty is left out. */
export function newOrmaForm({ images, ...entries }: NewOrma): FormData {
  const form = new FormData()
  const fields = { ...entryFields(entries), ...chosenFields(entries), ...images }
  for (const [field, value] of Object.entries(fields)) if (value) form.set(field, value)
  return form
}

/** The switches that are not as the specification has them, and the word. */
function chosenFields(entries: NewSwitches) {
  const specified: Record<string, string> = switchFields(SPECIFIED)
  const chosen = Object.entries(switchFields(entries))
  return {
    ...Object.fromEntries(chosen.filter(([field, value]) => value !== specified[field])),
    ...pinFields(entries, false),
  }
}
