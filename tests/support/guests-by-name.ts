import { beforeEach } from 'vitest'
import { api as calls } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import type { ClientReply, Person } from './api-client.ts'
import { freshUserApi } from './fixtures.ts'

interface GuestApi {
  api: ReturnType<typeof freshUserApi>
  owner: Person
  /** Lets guests in by a name. */
  event: Event
  /** As specified: guests sign in by phone. */
  byPhone: Event
  /** Comes in by a name; the answer whatever it is. */
  comeIn: (
    name: string,
    options?: { key?: string; of?: Event; address?: string },
  ) => Promise<ClientReply>
  /** The same where it succeeds. */
  guest: (name: string) => Promise<Person>
  like: (person: Person, post_id: number, key?: string) => Promise<ClientReply>
  comment: (person: Person, post_id: number, key?: string) => Promise<ClientReply>
}

/** An Orma that lets guests in by a name, made anew before each test. */
export function freshGuestOrma(): GuestApi {
  const api = freshUserApi()
  const owner = {} as Person
  const event = {} as Event
  const byPhone = {} as Event
  beforeEach(async () => {
    Object.assign(owner, await api.signUp(undefined, 'Anna'))
    Object.assign(byPhone, await api.createOrma(owner))
    Object.assign(event, await api.createOrma(owner, { guestSignIn: 'name' }))
  })
  const keyed = (key: string | undefined) => (key ? { headers: { 'idempotency-key': key } } : {})
  const comeIn: GuestApi['comeIn'] = (name, { key, of = event, ...options } = {}) =>
    api.request(calls.createGuest, {
      params: { event_hash: of.event_hash },
      body: { name },
      ...keyed(key),
      ...options,
    })
  return {
    api,
    owner,
    event,
    byPhone,
    comeIn,
    async guest(name) {
      const { status, body } = await comeIn(name)
      if (status !== 200) throw new Error(`no guest: ${JSON.stringify(body)}`)
      return body
    },
    like: ({ token }, post_id, key) =>
      api.request(calls.likePost, {
        params: { event_hash: event.event_hash },
        token,
        body: { post_id },
        ...keyed(key),
      }),
    comment: ({ token }, post_id, key) =>
      api.request(calls.addComment, {
        params: { event_hash: event.event_hash, post_id },
        token,
        body: { content: 'Lovely', event_hash: event.event_hash, post_id },
        ...keyed(key),
      }),
  }
}
