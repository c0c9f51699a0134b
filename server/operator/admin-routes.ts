import { ADMIN_PAGE_SIZE } from '../../contract/admin.ts'
import type { Ban } from '../../contract/admin.ts'
import { api } from '../../contract/api.ts'
import type { User } from '../../contract/entities.ts'
import { canonicalPhone } from '../../contract/phone-number.ts'
import { texts } from '../../contract/texts.ts'
import { sql } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import { addCreatorInvitation } from '../events/creators.ts'
import { deleteEvent } from '../events/delete-event.ts'
import type { Parts } from '../events/parts.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { Reply } from '../http/reply.ts'
import { invalidField } from '../http/validate.ts'
import { isAdmin } from '../users/admins.ts'
import type { AdminPhones } from '../users/admins.ts'
import { banPhone, findBan, liftBan, listBans } from '../users/bans.ts'
import type { BanRow } from '../users/bans.ts'
import { listOperatorActs, maskPhone, recordOperatorAct } from './operator-acts.ts'
import type { Operator } from './operator-acts.ts'
import { listOrmas, readOrma, setPaused, toAdminEvent } from './ormas.ts'
import { readOverview } from './overview.ts'
import { readUsedBytes } from '../uploads/storage-room.ts'
import type { StorageLimits } from '../uploads/storage-room.ts'
import type { OverviewParts } from './overview.ts'

type AdminParts = Pick<Parts, 'blobs' | 'log'> &
  OverviewParts & { adminPhones: AdminPhones; storageLimits: StorageLimits }

/** What those who run the server do from its page. To all others nothing is at these addresses. */
export function adminRoutes(parts: AdminParts): Route[] {
  const { db, now, config, adminPhones } = parts
  async function limitsNow() {
    const { ofAll = Infinity, ofEvent } = parts.storageLimits
    const isAllUsed = (await readUsedBytes(db)) >= ofAll
    // Then not even an empty Orma takes anything.
    return { posts: config.eventUploadLimit, bytes: isAllUsed ? 0 : ofEvent }
  }

  async function load({ user }: { user: User | undefined }): Promise<Operator> {
    if (!user || !isAdmin(adminPhones, user)) throw new HttpError('no_route')
    return { by: maskPhone(user.phone) }
  }

  async function readEvent(id: number) {
    const orma = await readOrma(db, id, await limitsNow())
    if (!orma) throw new HttpError('event_not_found')
    return { event: toAdminEvent(orma) }
  }

  return [
    handle(api.readOverview, { load, run: (looked) => readOverview(parts, looked) }),

    handle(api.listAllEvents, {
      load,
      run: async ({ query: { search, after: before } }) => {
        const limits = await limitsNow()
        const ormas = await listOrmas(db, { search, before, limit: ADMIN_PAGE_SIZE, limits })
        return { events: ormas.map(toAdminEvent) }
      },
    }),

    handle(api.pauseForHost, {
      load,
      run: async ({ params: { event_id }, loaded: { by } }) => {
        await setPaused(db, event_id, { isPaused: true, by }, now())
        return readEvent(event_id)
      },
    }),

    handle(api.reopenForHost, {
      load,
      run: async ({ params: { event_id }, loaded: { by } }) => {
        await setPaused(db, event_id, { isPaused: false, by }, now())
        return readEvent(event_id)
      },
    }),

    handle(api.deleteForHost, {
      load,
      isLong: true,
      run: async ({ params: { event_id }, loaded: { by } }) => {
        const isDeleted = await deleteEvent(parts, event_id, {
          record: (tx, { name: about }) =>
            recordOperatorAct(tx, { by, action: 'delete_orma', about }, now()),
        })
        if (!isDeleted) throw new HttpError('event_not_found')
        return undefined
      },
    }),

    handle(api.listBans, { load, run: async () => ({ bans: (await listBans(db)).map(toBan) }) }),

    handle(api.addBan, {
      load,
      run: async ({ body, loaded: { by } }) => {
        const phone = await phoneToBan(db, body)
        if (adminPhones.has(phone)) throw invalidField('phone', texts.server.adminsStay)
        const ban = await db.transaction(async (tx) => {
          const about = maskPhone(phone)
          const isNew = await banPhone(tx, phone, now())
          if (isNew) await recordOperatorAct(tx, { by, action: 'ban', about }, now())
          return findBan(tx, phone)
        })
        if (!ban) throw new Error('a new ban cannot be found')
        return { ban: toBan(ban) }
      },
    }),

    handle(api.liftBan, {
      load,
      run: async ({ params: { ban_id }, loaded: { by } }) => {
        const lift = async (tx: Transaction) => {
          const phone = await liftBan(tx, ban_id)
          if (phone === undefined) return
          await recordOperatorAct(tx, { by, action: 'lift_ban', about: maskPhone(phone) }, now())
        }
        await db.transaction(lift, { isErasure: true })
        return undefined
      },
    }),

    handle(api.inviteCreators, {
      load,
      run: async ({ body, loaded: { by } }) => {
        const { token, expiresAt } = await db.transaction(async (tx) => {
          const about = String(body.uses)
          await recordOperatorAct(tx, { by, action: 'invite', about }, now())
          return addCreatorInvitation(tx, body, now())
        })
        return new Reply(201, { token, expiresAt: new Date(expiresAt).toISOString() })
      },
    }),

    handle(api.listOperatorActs, {
      load,
      run: async ({ query }) => ({ acts: await listOperatorActs(db, query.after) }),
    }),
  ]
}

/** The number that is meant. Rejects with 400 where none is, and with 404 for an Orma that is gone. */
async function phoneToBan(
  db: Queries,
  { phone, owner_of }: { phone?: string | undefined; owner_of?: number | undefined },
): Promise<string> {
  if (phone !== undefined || owner_of === undefined) {
    const canonical = canonicalPhone(phone ?? '')
    if (canonical === undefined) throw invalidField('phone')
    return canonical
  }
  const owner = await db.get<{ phone: string }>(sql`
    select u.phone from events e join users u on u.id = e.user_id where e.id = ${owner_of}`)
  if (!owner) throw new HttpError('event_not_found')
  return owner.phone
}

function toBan({ id, phone, name, created_at }: BanRow): Ban {
  return { id, phone: maskPhone(phone), name, since: new Date(created_at).toISOString() }
}
