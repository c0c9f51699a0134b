import { NAME_MAX } from '../../../contract/limits.ts'
import { textLength } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'

/** What the form of a new Orma holds. */
export interface NewOrma {
  name: string
  /** `YYYY-MM-DD`, or empty. */
  date: string
  seatingUrl: string
  picture: File | undefined
  banner: File | undefined
}

export type NewOrmaErrors = Partial<Record<'name' | 'date' | 'seatingUrl', string>>

/** What is wrong with each field; empty where nothing is. */
export function checkNewOrma({ name, date, seatingUrl }: NewOrma): NewOrmaErrors {
  const errors: NewOrmaErrors = {}
  if (name.trim() === '') errors.name = texts.create.missingName
  else if (textLength(name.trim()) > NAME_MAX) errors.name = texts.profile.invalidName
  if (date === '') errors.date = texts.create.missingDate
  if (seatingUrl.trim() !== '' && !isHttps(seatingUrl)) {
    errors.seatingUrl = texts.create.invalidSeatingUrl
  }
  return errors
}

/** The body of the call that creates it; what is empty is left out. */
export function newOrmaForm({ name, date, seatingUrl, picture, banner }: NewOrma): FormData {
  const form = new FormData()
  form.set('name', name.trim())
  form.set('event_date', date)
  if (seatingUrl.trim() !== '') form.set('seating_url', seatingUrl.trim())
  if (picture) form.set('profile_image', picture)
  if (banner) form.set('banner', banner)
  return form
}

function isHttps(address: string): boolean {
  return URL.canParse(address.trim()) && new URL(address.trim()).protocol === 'https:'
}
