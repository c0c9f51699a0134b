import { api } from '../../contract/api.ts'
import type { Api } from '../../contract/api.ts'
import type { FormFields } from '../../contract/endpoint.ts'
import { EVENT_IMAGE_MAX_BYTES } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import type { Database } from '../db/sql.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { Reply } from '../http/reply.ts'
import { recordChange } from '../live/changes.ts'
import { deleteEvent } from './delete-event.ts'
import { readEventImage, removeEventImages, storeEventImages } from './event-images.ts'
import type { EventImageParts } from './event-images.ts'
import { findEvent, insertEvent, listEventsOf, toEvent, updateEvent } from './events.ts'
import type { EventSettings } from './events.ts'
import { addView, listViews } from './recent-views.ts'
import { eventNotFound } from './require-event.ts'
import type { EventAccess } from './require-event.ts'

interface EventParts extends EventImageParts {
  db: Database
  access: EventAccess
  now: () => number
}

/** How the forms that make and change an event take their images. */
const IMAGES = {
  fileBytesMax: EVENT_IMAGE_MAX_BYTES,
  tooLargeText: texts.create.imageTooLarge,
  store: readEventImage,
  // Nothing to discard: the images are only in memory. Stored images without a row are swept as orphans.
  discard: async () => undefined,
}

export function eventRoutes(parts: EventParts): Route[] {
  const { db, access, now } = parts
  return [
    handle(api.createEvent, {
      run: async ({ user, readForm }) => {
        const { fields, files } = await readForm(IMAGES)
        const { profile_image = null, banner = null } = await storeEventImages(parts, files)
        const row = await db.transaction((tx) =>
          insertEvent(tx, {
            name: fields.name,
            event_date: fields.event_date,
            seating_url: fields.seating_url || null,
            ends_at: fields.endsAt ?? null,
            profile_image,
            banner,
            user_id: user.id,
            created_at: now(),
          }),
        )
        return new Reply(201, { event: toEvent(row, user.id, now()) })
      },
    }),

    handle(api.getEvent, {
      load: access.requireEvent,
      run: async ({ loaded, user }) => ({ event: toEvent(loaded, user?.id, now()) }),
    }),

    handle(api.updateEvent, {
      load: access.requireOwnEvent,
      run: async ({ loaded, user, readForm }) => {
        const { fields, files } = await readForm(IMAGES)
        const images = await storeEventImages(parts, files)
        const { before, after } = await db.transaction(async (tx) => {
          // Read again, locked: another change may have come while the form was being read.
          await tx.lockRow('events', loaded.id)
          const before = await findEvent(tx, loaded.event_hash)
          if (!before) throw eventNotFound()
          const after = { ...before, ...changedSettings(fields), ...images }
          await updateEvent(tx, before.id, after)
          // A pause ends the live streams of all but the owner.
          const kind = after.paused > before.paused ? 'pause' : 'event'
          await recordChange(tx, { event_id: before.id, kind })
          return { before, after }
        })
        if (images.profile_image) await removeEventImages(parts, [before.profile_image])
        if (images.banner) await removeEventImages(parts, [before.banner])
        return { event: toEvent(after, user.id, now()) }
      },
    }),

    handle(api.deleteEvent, {
      load: access.requireOwnEvent,
      run: async ({ loaded }) => {
        await deleteEvent(parts, loaded)
        return undefined
      },
    }),

    handle(api.listOwnEvents, {
      run: async ({ user }) => ({
        allevents: (await listEventsOf(db, user.id)).map((row) => toEvent(row, user.id, now())),
      }),
    }),

    handle(api.listRecentlyViewed, {
      run: async ({ user }) => ({ recentlyViewed: await listViews(db, user.id, now()) }),
    }),

    handle(api.markViewed, {
      run: async ({ body, user, address }) => {
        const { id } = await access.requireEvent({ params: body, user, address })
        await addView(db, { user_id: user.id, event_id: id }, now())
        return { success: true as const }
      },
    }),
  ]
}

/** The fields of a form as they are stored; those left out are not among them. */
function changedSettings(fields: FormFields<Api['updateEvent']>): Partial<EventSettings> {
  const { name, event_date, seating_url, paused, uploadsClosed, reviewAll, endsAt, music } = fields
  return {
    ...(name === undefined ? {} : { name }),
    ...(event_date === undefined ? {} : { event_date }),
    ...(seating_url === undefined ? {} : { seating_url: seating_url || null }),
    ...(paused === undefined ? {} : { paused: Number(paused) }),
    ...(uploadsClosed === undefined ? {} : { uploads_closed: Number(uploadsClosed) }),
    ...(reviewAll === undefined ? {} : { review_all: Number(reviewAll) }),
    ...(endsAt === undefined ? {} : { ends_at: endsAt }),
    ...(music === undefined ? {} : { music: music || null }),
  }
}
