import { api } from '../../contract/api.ts'
import { RENAMES_PER_MINUTE } from '../../contract/limits.ts'
import type { User } from '../../contract/entities.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { Reply } from '../http/reply.ts'
import { MINUTE_MS, spend } from '../limits/limit.ts'
import type { Log } from '../log.ts'
import { toOwnUser } from './admins.ts'
import { startPhoneChange, verifyPhoneChange } from './change-phone.ts'
import type { NamedNumbers } from './change-phone.ts'
import { deleteAccountAndFiles } from './delete-account.ts'
import { renameApart } from './guests.ts'
import { startRegistration, verifyRegistration } from './registration.ts'
import type { CodeParts } from './send-code.ts'
import { revokeSession } from './sessions.ts'
import { tokenCookie } from './token-cookies.ts'
import { changeUser } from './users.ts'

export interface UserRoutesOptions extends CodeParts, NamedNumbers {
  log: Log
  /** Whether people come by https: then the token's cookie travels only so. */
  secureCookies: boolean
  blobs: BlobStore
  /** Deletes a post with its files; resolves to how many files there were. */
  deletePost: (postId: number) => Promise<number>
}

export function userRoutes({ secureCookies, deletePost, ...parts }: UserRoutesOptions): Route[] {
  const { db, adminPhones } = parts
  const toOwn = (user: User) => toOwnUser(adminPhones, user)
  return [
    handle(api.startRegistration, {
      run: ({ body, address, idempotencyKey: key }) =>
        startRegistration(parts, body.phone, { address, key }),
    }),

    handle(api.verifyRegistration, {
      async run({ body, address, idempotencyKey: key }) {
        const { token, user } = await verifyRegistration(parts, body, { address, key })
        const answer = { success: true as const, token, user: toOwn(user) }
        return new Reply(200, answer, { 'set-cookie': tokenCookie(token, secureCookies) })
      },
    }),

    handle(api.verifySession, { run: async ({ user }) => ({ user: toOwn(user) }) }),

    handle(api.getProfile, { run: async ({ user }) => ({ user: toOwn(user) }) }),

    // Does not clear the cookie: a late logout may arrive when somebody else is signed in on that device.
    handle(api.logout, {
      async run({ token }) {
        await revokeSession(db, token)
        return undefined
      },
    }),

    handle(api.updateUser, {
      async run({ user, body: { newName: name } }) {
        if (name === user.name) return { success: true as const, user: toOwn(user) }
        const renamed = await db.transaction(async (tx) => {
          const scope = `rename:${user.id}`
          await spend(tx, { scope, max: RENAMES_PER_MINUTE, windowMs: MINUTE_MS }, parts.now())
          const shown = user.guestOf === undefined ? name : await renameApart(tx, user.id, name)
          await changeUser(tx, user.id, { ...user, name: shown })
          return { ...user, name: shown }
        })
        return { success: true as const, user: toOwn(renamed) }
      },
    }),

    handle(api.startPhoneChange, {
      run: ({ user, body: { newPhone }, address, idempotencyKey: key }) =>
        startPhoneChange(parts, user, { newPhone, address, ...(key && { key }) }),
    }),

    handle(api.verifyPhoneChange, {
      async run({ user, body, address }) {
        const changed = await verifyPhoneChange(parts, user, { body, address })
        return { success: true as const, user: toOwn(changed) }
      },
    }),

    handle(api.deleteAccount, {
      isLong: true,
      run: ({ user, query }) => {
        const mayLeavePosts = query.posts !== 'delete'
        return deleteAccountAndFiles({ ...parts, deletePost }, user.id, { mayLeavePosts })
      },
    }),
  ]
}
