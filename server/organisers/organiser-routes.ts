import { api } from '../../contract/api.ts'
import type { Author, User } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { sql } from '../db/sql.ts'
import { recordAct } from '../events/audit.ts'
import { requireNotHeld } from '../events/event-settings.ts'
import { toEvent } from '../events/event-wire.ts'
import { findEvent } from '../events/events.ts'
import type { Parts } from '../events/parts.ts'
import { countMiss, requireRow } from '../events/require-event.ts'
import { seen } from '../events/viewer.ts'
import type { SeenEvent } from '../events/viewer.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { invalidField } from '../http/validate.ts'
import { requireAccount } from '../users/users.ts'
import * as invitations from './invitations.ts'
import * as organisers from './organisers.ts'

/** Who organises an Orma together: its owner invites by a link, and hands the Orma over to one of them who wants it. */
export function organiserRoutes(
  parts: Pick<Parts, 'db' | 'access' | 'videoLimits' | 'now'>,
): Route[] {
  const { db, access, now } = parts

  /** Of a guessed one as of an Orma that does not exist. */
  async function refuse({ event_hash }: SeenEvent, token: string, address: string) {
    await countMiss(db, address, `${event_hash}/${token}`, now())
    return new HttpError('invitation_gone')
  }

  async function readAgain({ event_hash }: SeenEvent, user: User) {
    return seen(db, requireRow(await findEvent(db, event_hash)), user, now())
  }

  return [
    handle(api.inviteOrganiser, {
      load: access.requireOwnEvent,
      run: async ({ loaded, user }) => {
        requireNotHeld(loaded)
        const { id } = loaded
        return db.transaction(async (tx) => {
          const invitation = await invitations.addInvitation(tx, id, now())
          await recordAct(tx, { event_id: id, user_id: user.id, action: 'invite' }, now())
          return invitation
        })
      },
    }),

    handle(api.listInvitations, {
      load: access.requireOwnEvent,
      run: async ({ loaded }) => ({
        invitations: await invitations.listOpen(db, loaded.id, now()),
      }),
    }),

    handle(api.revokeInvitation, {
      load: access.requireOwnEvent,
      run: async ({ loaded, params }) => {
        const named = { event_id: loaded.id, id: params.invitation_id }
        await invitations.dropInvitation(db, named)
        return undefined
      },
    }),

    handle(api.readInvitation, {
      load: access.requireKnown,
      run: async ({ loaded, body: { token }, address }) => {
        const { isOrganiser } = loaded.viewer
        const shown = { event_id: loaded.id, token }
        if (!isOrganiser && !(await invitations.isOpenInvitation(db, shown, now())))
          throw await refuse(loaded, token, address)
        const owner = await db.get<Author>(
          sql`select id, name from users where id = ${loaded.user_id}`,
        )
        if (!owner) throw new Error('an event has no owner')
        return { name: loaded.name, invitedBy: owner, isOrganiser }
      },
    }),

    handle(api.acceptInvitation, {
      load: access.requireKnown,
      run: async ({ loaded, user, body: { token }, address }) => {
        const role = { event_id: loaded.id, user_id: user.id }
        if (loaded.viewer.isOrganiser) return { event: toEvent(loaded, parts) }
        requireNotHeld(loaded)
        await db.transaction(async (tx) => {
          await requireAccount(tx, user.id)
          await tx.lockRow('events', loaded.id)
          const shown = { event_id: loaded.id, token }
          if (!(await invitations.useInvitation(tx, shown, now()))) return
          await organisers.addOrganiser(tx, role, now())
          await recordAct(tx, { ...role, action: 'join' }, now())
        })
        const event = await readAgain(loaded, user)
        // Pressed twice, it was used by the first.
        if (!event.viewer.isOrganiser) throw await refuse(loaded, token, address)
        return { event: toEvent(event, parts) }
      },
    }),

    handle(api.removeOrganiser, {
      load: async (subject) => {
        const event = await access.requireEvent(subject)
        const isOneself = subject.params.user_id === subject.user.id
        if (event.user_id === subject.user.id || isOneself) return event
        throw new HttpError('owner_only')
      },
      run: async ({ loaded: { id: event_id }, user, params: { user_id } }) => {
        await db.transaction(async (tx) => {
          await tx.lockRow('events', event_id)
          if (!(await organisers.dropOrganiser(tx, { event_id, user_id }))) return
          const action = user_id === user.id ? 'leave' : 'remove_organiser'
          await recordAct(tx, { event_id, user_id: user.id, action }, now())
        })
        return undefined
      },
    }),

    handle(api.askForHandover, {
      load: access.requireOwnEvent,
      run: async ({ loaded, user, body: { user_id } }) => {
        const role = { event_id: loaded.id, user_id }
        await db.transaction(async (tx) => {
          await tx.lockRow('events', loaded.id)
          if (!(await organisers.isOrganiserOf(tx, role)))
            throw invalidField('user_id', texts.organise.notAnOrganiser)
          await organisers.askHandover(tx, role, now())
        })
        return { event: toEvent(await readAgain(loaded, user), parts) }
      },
    }),

    handle(api.acceptHandover, {
      load: access.requireOrganised,
      run: async ({ loaded, user }) => {
        const role = { event_id: loaded.id, user_id: user.id }
        await db.transaction(async (tx) => {
          await requireAccount(tx, user.id)
          await tx.lockRow('events', loaded.id)
          const { user_id: from } = requireRow(await findEvent(tx, loaded.event_hash))
          // Sent again, it is answered as it was.
          if (from === user.id) return
          if ((await organisers.findHandover(tx, loaded.id)) !== user.id)
            throw new HttpError('handover_gone')
          await organisers.changeOwner(tx, role, { from, nowMs: now() })
          await recordAct(tx, { ...role, action: 'take_over' }, now())
        })
        return { event: toEvent(await readAgain(loaded, user), parts) }
      },
    }),

    handle(api.endHandover, {
      load: async (subject) => {
        const event = await access.requireOrganised(subject)
        const mayEnd = [event.user_id, event.viewer.handover].includes(subject.user.id)
        if (mayEnd) return event
        throw new HttpError('owner_only')
      },
      run: async ({ loaded }) => {
        await db.transaction((tx) => organisers.endHandover(tx, loaded.id))
        return undefined
      },
    }),
  ]
}
