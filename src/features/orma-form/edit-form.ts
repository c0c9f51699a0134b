import { dayjs } from '../../../contract/dayjs.ts'
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
  /** Music of the films; '': none. */
  music: MusicName | ''
  /** Only images that are new. */
  images: Partial<Record<ImageKind, File>>
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
    music: isMusicName(event.music) ? event.music : '',
    images: {},
  }
}

/** What is wrong with each field. A date or an end that does not change may be in the past. */
export function checkDraft(draft: OrmaDraft, event: Event, today: string): EntryErrors {
  const before = draftOf(event)
  return checkEntries(draft, {
    isTooEarly: draft.date !== before.date && draft.date < today,
    isEndPast: draft.endsAt !== before.endsAt && isPastMoment(draft.endsAt, Date.now()),
  })
}

/** The body of the call: the name, and every field that changed. */
export function updateForm(draft: OrmaDraft, event: Event): FormData {
  const before = draftOf(event)
  const form = new FormData()
  form.set('name', draft.name.trim())
  // An unchanged day keeps its time of day.
  if (draft.date !== before.date) form.set('event_date', draft.date)
  const seatingUrl = draft.seatingUrl.trim()
  if (seatingUrl !== before.seatingUrl) form.set('seating_url', seatingUrl)
  if (draft.endsAt !== before.endsAt) form.set('endsAt', momentOf(draft.endsAt))
  if (draft.uploadsClosed !== before.uploadsClosed) {
    form.set('uploadsClosed', String(draft.uploadsClosed))
  }
  if (draft.paused !== before.paused) form.set('paused', String(draft.paused))
  if (draft.reviewAll !== before.reviewAll) form.set('reviewAll', String(draft.reviewAll))
  if (draft.music !== before.music) form.set('music', draft.music)
  for (const [kind, image] of Object.entries(draft.images)) form.set(kind, image)
  return form
}

function dayOf({ event_date }: Event): string {
  return event_date.slice(0, 'YYYY-MM-DD'.length)
}
