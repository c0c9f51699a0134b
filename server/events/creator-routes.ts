import { api } from '../../contract/api.ts'
import type { NoSms } from '../../contract/no-sms.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { followInvitation, mayCreate } from './creators.ts'
import type { CreatorRules } from './creators.ts'
import type { Parts } from './parts.ts'

/** Who may create Ormas. */
export function creatorRoutes(
  parts: Pick<Parts, 'db' | 'now'> & { rules: CreatorRules; noSms: NoSms | undefined },
): Route[] {
  const { db, now, rules, noSms } = parts
  const contact = rules.operatorContact ?? null

  return [
    handle(api.readCreator, {
      run: async ({ user, token }) => {
        // Whose session has ended is not told that they may not create.
        if (token && !user) throw new HttpError('unauthorized')
        const may = await mayCreate(db, rules, user)
        return {
          mayCreate: may,
          contact: user || !may ? contact : null,
          ...(noSms && { noSms: true as const }),
        }
      },
    }),

    handle(api.becomeCreator, {
      run: async ({ user, body: { token } }) => {
        await db.transaction((tx) => followInvitation(tx, rules, { user, token, nowMs: now() }))
        return { mayCreate: true, contact }
      },
    }),
  ]
}
