import type { Parts } from '../events/parts.ts'
import { api } from '../../contract/api.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { guestTokenCookie } from '../users/token-cookies.ts'
import { Reply } from '../http/reply.ts'
import { makeGuest } from '../users/guests.ts'
import { removePerson } from './remove-person.ts'

interface GuestRouteParts extends Pick<Parts, 'db' | 'blobs' | 'log' | 'now' | 'access'> {
  secret: Buffer
  /** Whether people come by https: then the token's cookie travels only so. */
  secureCookies: boolean
  /** Deletes a post with its files; resolves to how many files there were. */
  deletePost: (postId: number) => Promise<number>
}

/** How guests come in by a name alone, and how an organiser takes somebody out again. */
export function guestRoutes({ access, secureCookies, ...parts }: GuestRouteParts): Route[] {
  return [
    handle(api.createGuest, {
      load: async (subject) => {
        const event = await access.requireEvent(subject)
        if (event.guest_sign_in !== 'name') throw new HttpError('phone_wanted')
        return event
      },
      async run({ loaded: event, body: { name }, address, idempotencyKey: key }) {
        const { token, user } = await makeGuest(parts, { event, name, address, key })
        const cookie = guestTokenCookie(event.event_hash, token, secureCookies)
        return new Reply(200, { success: true as const, token, user }, { 'set-cookie': cookie })
      },
    }),

    handle(api.removePerson, {
      load: access.requireOrganised,
      isLong: true,
      run: ({ loaded: event, params, user }) =>
        removePerson(parts, { event, personId: params.user_id, organiserId: user.id }),
    }),
  ]
}
