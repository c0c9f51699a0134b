import { momentOf } from './orma-entries.ts'
import type { OrmaEntries } from './orma-entries.ts'

/** What is entered for a new Orma. */
export interface NewOrma extends OrmaEntries {
  picture: File | undefined
  banner: File | undefined
}

/** The body of the call that creates it; empty fields are left out. */
export function newOrmaForm(orma: NewOrma): FormData {
  const { name, date, seatingUrl, endsAt, picture, banner } = orma
  const form = new FormData()
  form.set('name', name.trim())
  form.set('event_date', date)
  if (seatingUrl.trim() !== '') form.set('seating_url', seatingUrl.trim())
  if (endsAt !== '') form.set('endsAt', momentOf(endsAt))
  if (picture) form.set('profile_image', picture)
  if (banner) form.set('banner', banner)
  return form
}
