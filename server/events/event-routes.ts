import { api } from '../../contract/api.ts'
import { EVENT_IMAGE_MAX_BYTES } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import type { Database } from '../db/sql.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { Reply } from '../http/reply.ts'
import { readEventImage, removeEventImages, storeEventImages } from './event-images.ts'
import type { EventImageParts } from './event-images.ts'
import { findEvent, insertEvent, listEventsOf, toEvent, updateEvent } from './events.ts'
import { addView, listViews } from './recent-views.ts'
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
  // They are only in memory yet.
  discard: async () => undefined,
}

export function eventRoutes(parts: EventParts): Route[] {
  const { db, access, now } = parts
  return [
    handle(api.createEvent, {
      run: async ({ user, readForm }) => {
        const { fields, files } = await readForm(IMAGES)
        const images = await storeEventImages(parts, files)
        try {
          const row = await db.transaction((tx) =>
            insertEvent(tx, {
              user_id: user.id,
              name: fields.name,
              event_date: fields.event_date,
              seating_url: fields.seating_url || null,
              profile_image: images.profile_image ?? null,
              banner: images.banner ?? null,
              created_at: now(),
            }),
          )
          return new Reply(201, { event: toEvent(row, user.id) })
        } catch (error) {
          await removeEventImages(parts, Object.values(images))
          throw error
        }
      },
    }),

    handle(api.getEvent, {
      load: access.requireEvent,
      run: async ({ loaded, user }) => ({ event: toEvent(loaded, user?.id) }),
    }),

    handle(api.updateEvent, {
      load: access.requireOwnEvent,
      run: async ({ loaded, user, readForm }) => {
        const { fields, files } = await readForm(IMAGES)
        const images = await storeEventImages(parts, files)
        try {
          const { before, after } = await db.transaction(async (tx) => {
            const before = await findEvent(tx, loaded.event_hash)
            if (!before) throw new HttpError(404, texts.server.eventNotFound, 'event_not_found')
            const { name = before.name, event_date = before.event_date } = fields
            const seating_url =
              fields.seating_url === undefined ? before.seating_url : fields.seating_url || null
            const after = { ...before, name, event_date, seating_url, ...images }
            await updateEvent(tx, before.id, after)
            return { before, after }
          })
          if (images.profile_image) await removeEventImages(parts, [before.profile_image])
          if (images.banner) await removeEventImages(parts, [before.banner])
          return { event: toEvent(after, user.id) }
        } catch (error) {
          await removeEventImages(parts, Object.values(images))
          throw error
        }
      },
    }),

    handle(api.listOwnEvents, {
      run: async ({ user }) => ({
        allevents: (await listEventsOf(db, user.id)).map((row) => toEvent(row, user.id)),
      }),
    }),

    handle(api.listRecentlyViewed, {
      run: async ({ user }) => ({ recentlyViewed: await listViews(db, user.id) }),
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
