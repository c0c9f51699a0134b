import type { Parts } from './parts.ts'
import { api } from '../../contract/api.ts'
import {
  DELETION_DAYS,
  EVENT_FORMS,
  EVENT_IMAGE_MAX_BYTES,
  RETENTION,
} from '../../contract/limits.ts'
import type { User } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { sql } from '../db/sql.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { Reply } from '../http/reply.ts'
import { createConcurrencyLimit, DAY_MS } from '../limits/limit.ts'
import { recordChange } from '../live/changes.ts'
import { requireAccount } from '../users/users.ts'
import { listActs } from './audit.ts'
import { createEvent } from './create-event.ts'
import type { CreatorRules } from './creators.ts'
import { deleteEvent } from './delete-event.ts'
import { readEventImage, removeEventImages, storeEventImages } from './event-images.ts'
import type { EventImageParts } from './event-images.ts'
import {
  changedSettings,
  changesOf,
  recordUpdate,
  requireDeletion,
  requireNotHeld,
} from './event-settings.ts'
import { toEvent } from './event-wire.ts'
import { findEvent, listEventsOf, updateEvent } from './events.ts'
import type { EventRow } from './events.ts'
import { addView, listViews } from './recent-views.ts'
import { requireRow } from './require-event.ts'
import { seen, seenBy } from './viewer.ts'
import type { SeenEvent } from './viewer.ts'
import type { StorageRoom } from '../uploads/storage-room.ts'

type EventParts = EventImageParts &
  Pick<Parts, 'db' | 'access' | 'videoLimits' | 'now'> & {
    secret: Buffer
    rules: CreatorRules
    storage: StorageRoom
  }

/** Fields alone take less. */
const SMALL_FORM_BYTES = 64 * 1024

/** How the forms that make and change an event take their images. */
const IMAGES = {
  fileBytesMax: EVENT_IMAGE_MAX_BYTES,
  tooLargeText: texts.create.imageTooLarge,
  store: readEventImage,
  // Nothing to discard: the images are only in memory. Stored images without a row are swept as orphans.
  discard: async () => undefined,
}

export function eventRoutes(parts: EventParts): Route[] {
  const { db, access, now, secret, storage } = parts
  const forms = createConcurrencyLimit({ each: EVENT_FORMS.perUser, inAll: EVENT_FORMS.perProcess })

  /**
   * Reads a form and works on it: until that is done its images are in memory. Rejects with 429 where too many are. One that is too
   * small for images does not count: a pause must not wait for others.
   */
  async function withinLimit<T>(
    { user, headers }: { user: User; headers: Headers },
    work: () => Promise<T>,
  ): Promise<T> {
    if (Number(headers.get('content-length') ?? Infinity) <= SMALL_FORM_BYTES) return work()
    const release = forms.acquire(String(user.id))
    try {
      return await work()
    } finally {
      release()
    }
  }

  const wire = async () => ({ ...parts, limitOf: await storage.read() })
  const toWire = async (event: SeenEvent) =>
    toEvent(event, event.viewer.isOrganiser ? await wire() : parts)
  const toEventOf = async (user: User, row: EventRow) => toWire(await seen(db, row, user, now()))

  return [
    handle(api.createEvent, {
      run: ({ user, headers, readForm, idempotencyKey: key }) =>
        withinLimit({ user, headers }, async () => {
          const event = { user, key, ...(await readForm(IMAGES)) }
          const { row, isNew } = await createEvent(parts, event, now())
          return new Reply(isNew ? 201 : 200, { event: await toEventOf(user, row) })
        }),
    }),

    handle(api.getEvent, {
      load: access.requireEvent,
      run: async ({ loaded }) => ({ event: await toWire(loaded) }),
    }),

    handle(api.updateEvent, {
      load: access.requireOrganised,
      run: ({ loaded, user, headers, readForm }) =>
        withinLimit({ user, headers }, async () => {
          const { fields, files } = await readForm(IMAGES)
          requireDeletion(loaded, fields, now())
          const names = await storeEventImages(parts, files)
          const { before, after } = await db.transaction(async (tx) => {
            // Read again, locked: another change may have come while the form was being read.
            await tx.lockRow('events', loaded.id)
            const before = requireRow(await findEvent(tx, loaded.event_hash))
            const { viewer } = await seen(tx, before, user, now())
            if (!viewer.isOrganiser) throw new HttpError('owner_only')
            if (fields.paused === false) requireNotHeld(before)
            const isSameDay = fields.deleteAt === before.delete_at
            await updateEvent(tx, before.id, {
              ...before,
              ...changedSettings(before, fields, secret),
              ...(isSameDay ? { delete_seen_at: before.delete_seen_at } : {}),
              ...names,
            })
            const after = requireRow(await findEvent(tx, loaded.event_hash))
            await recordUpdate(tx, before, after, { user_id: user.id, nowMs: now() })
            for (const kind of changesOf(before, after, now()))
              await recordChange(tx, { event_id: before.id, kind })
            return { before, after }
          })
          if (names.profile_image) await removeEventImages(parts, [before.profile_image])
          if (names.banner) await removeEventImages(parts, [before.banner])
          return { event: await toEventOf(user, after) }
        }),
    }),

    handle(api.deleteEvent, {
      load: access.requireOwnEvent,
      run: async ({ loaded }) => {
        await deleteEvent(parts, loaded.id)
        return undefined
      },
    }),

    handle(api.noteDeletionSeen, {
      load: access.requireOwnEvent,
      run: async ({ loaded, user }) => {
        // Before there is a warning nobody can have opened it.
        const warnedFrom = DELETION_DAYS.warning * DAY_MS
        const keptFrom = RETENTION.warningDays * DAY_MS
        await db.run(sql`
          update events set delete_seen_at = ${now()}
           where id = ${loaded.id} and delete_seen_at is null
             and (delete_at <= ${now() + warnedFrom} or kept_until <= ${now() + keptFrom})`)
        const row = requireRow(await findEvent(db, loaded.event_hash))
        return { event: await toEventOf(user, row) }
      },
    }),

    handle(api.listAudit, {
      load: access.requireOrganised,
      run: async ({ loaded, query }) => ({ entries: await listActs(db, loaded.id, query.after) }),
    }),

    handle(api.listOwnEvents, {
      run: async ({ user }) => {
        const rows = await seenBy(db, await listEventsOf(db, user.id), user, now())
        const parts = await wire()
        return { allevents: rows.map((row) => toEvent(row, parts)) }
      },
    }),

    handle(api.listRecentlyViewed, {
      run: async ({ user, headers }) => ({
        recentlyViewed: await listViews(db, { user_id: user.id, headers }, parts),
      }),
    }),

    handle(api.markViewed, {
      run: async ({ body, user, address, headers }) => {
        const { id } = await access.requireEvent({ params: body, user, address, headers })
        await db.transaction(async (tx) => {
          await requireAccount(tx, user.id)
          await addView(tx, { user_id: user.id, event_id: id }, now())
        })
        return { success: true as const }
      },
    }),
  ]
}
