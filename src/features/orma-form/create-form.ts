import * as v from 'valibot'
import type { Event } from '../../../contract/entities.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { beginUpdate } from './begin-update.ts'
import { draftOf, isChanged, updateForm } from './edit-form.ts'
import { momentOf, ormaEntries } from './orma-entries.ts'

const image = v.optional(v.instance(File))

const newOrma = v.object({ ...ormaEntries.entries, picture: image, banner: image })
/** What is entered for a new Orma. */
export type NewOrma = v.InferOutput<typeof newOrma>

/** A form for a new Orma, and what it has sent so far. */
export const newOrmaDraft = v.object({
  orma: newOrma,
  /** Of the one Orma that the form makes, however often it is sent. */
  key: v.string(),
  sent: v.array(newOrma),
})
export type NewOrmaDraft = v.InferOutput<typeof newOrmaDraft>

/** The body of the call that creates it; empty fields are left out. */
export function newOrmaForm(orma: NewOrma): FormData {
  const { name, date, seatingUrl, endsAt, picture, banner } = orma
  const form = new FormData()
  form.set('name', visibleText(name))
  form.set('event_date', date)
  if (seatingUrl.trim() !== '') form.set('seating_url', seatingUrl.trim())
  if (endsAt !== '') form.set('endsAt', momentOf(endsAt))
  if (picture) form.set('profile_image', picture)
  if (banner) form.set('banner', banner)
  return form
}

/**
 * The body of the call that brings an Orma to what is entered now, made as it was of what was entered before; undefined where that is
 * the same. Images can only be added.
 */
export function changesForm(made: Event, before: NewOrma, orma: NewOrma): FormData | undefined {
  const draft = draftOf(made)
  const { picture, banner } = orma
  const images = {
    ...(picture && picture !== before.picture && { profile_image: picture }),
    ...(banner && banner !== before.banner && { banner }),
  }
  const edit = { before: { ...draft, ...before }, draft: { ...draft, ...orma, images } }
  return isChanged(edit) ? updateForm(edit, beginUpdate(made)) : undefined
}
