import { hash } from 'node:crypto'
import type { Parts } from './parts.ts'
import { api } from '../../contract/api.ts'
import { MARKS_PER_ADDRESS_PER_HOUR } from '../../contract/limits.ts'
import { sql } from '../db/sql.ts'
import { addressScope } from '../http/client-address.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { HOUR_MS, spend } from '../limits/limit.ts'
import { recountGuests } from './guest-count.ts'

/** Counts devices that open an event while nobody is signed in on them. */
export function visitorRoutes({ db, access, now }: Pick<Parts, 'db' | 'access' | 'now'>): Route[] {
  return [
    handle(api.countVisitor, {
      load: access.requireEvent,
      run: async ({ loaded: event, body: { mark, isKnown }, address }) => {
        const mark_hash = hash('sha256', mark, 'base64url')
        const scope = `visitor-marks:${addressScope(address)}`
        const limit = { scope, max: MARKS_PER_ADDRESS_PER_HOUR, windowMs: HOUR_MS }
        await db.transaction(async (tx) => {
          const marked = sql`event_id = ${event.id} and mark_hash = ${mark_hash}`
          const known = await tx.get(sql`select event_id from visitor_marks where ${marked}`)
          if ((known !== undefined) !== isKnown) return
          if (isKnown) await tx.run(sql`delete from visitor_marks where ${marked}`)
          else {
            await spend(tx, limit, now())
            await tx.run(sql`
              insert into visitor_marks (event_id, mark_hash) values (${event.id}, ${mark_hash})
              on conflict (event_id, mark_hash) do nothing`)
          }
          await recountGuests(tx, event.id)
        })
        return undefined
      },
    }),
  ]
}
