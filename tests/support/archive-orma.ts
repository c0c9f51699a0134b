import path from 'node:path'
import { API_BASE, api as calls } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Event, User } from '../../contract/entities.ts'
import { createFsBlobStore } from '../../server/blobs/fs-blob-store.ts'
import { insertEvent } from '../../server/events/events.ts'
import { mediaKeys } from '../../server/posts/post-media.ts'
import { createSession } from '../../server/users/sessions.ts'
import { addUser } from '../../server/users/users.ts'
import { addPost } from './add-post.ts'
import type { PostOptions } from './add-post.ts'
import type { WholeApi } from './whole-api.ts'

interface Member {
  user: User
  token: string
}

/** An Orma whose photos are stored, with its owner and a guest. */
interface ArchiveOrma {
  event: Pick<Event, 'id' | 'event_hash'>
  owner: Member
  guest: Member
  /** Adds a shown post with this original, a second after the one before. */
  add: (
    original: Uint8Array,
    options?: PostOptions & { author?: Member },
  ) => Promise<{ id: number; media_name: string }>
  /** Asks until the archive is there. */
  ask: (
    endpoint?: Endpoint,
    token?: string,
  ) => Promise<{ status: number; photos: number; bytes: number; url: string; code?: string }>
  /** Calls with a body of nothing. */
  call: (endpoint: Endpoint, token?: string, headers?: Record<string, string>) => Promise<Response>
  origin: string
}

let people = 0

export async function makeArchiveOrma(
  { db, clock, folder, port }: Pick<WholeApi, 'db' | 'clock' | 'folder' | 'port'>,
  name = 'Anna & Ben',
): Promise<ArchiveOrma> {
  const signUp = async (who: string): Promise<Member> => {
    people += 1
    const phone = `1777${String(people).padStart(7, '0')}`
    const user = await addUser(db, { phone, name: who, email: 'o@example.com' }, clock.ms)
    return { user, token: await createSession(db, user.id, clock.ms) }
  }
  const [owner, guest] = [await signUp('Olga Owner'), await signUp('Gero Guest')]
  const event = await db.transaction((tx) =>
    insertEvent(tx, {
      name,
      event_date: '2026-06-20 00:00:00.000',
      seating_url: null,
      ends_at: null,
      profile_image: null,
      banner: null,
      user_id: owner.user.id,
      created_at: clock.ms,
    }),
  )
  const blobs = createFsBlobStore(path.join(folder, 'blobs'))
  const origin = `http://127.0.0.1:${port}`
  const { event_hash } = event

  const call: ArchiveOrma['call'] = (endpoint, token, headers = {}) =>
    fetch(origin + API_BASE + endpointPath(endpoint, { event_hash }), {
      method: endpoint.method,
      headers: { ...(token === undefined ? {} : { authorization: token }), ...headers },
    })

  return {
    event,
    owner,
    guest,
    origin,
    call,
    async add(original, { author = owner, ...options } = {}) {
      clock.advance(1000)
      const post = await addPost(
        { db, blobs, nowMs: clock.ms },
        { event, author: author.user },
        options,
      )
      await blobs.put(mediaKeys(post.media_name).original, original)
      return post
    },
    async ask(endpoint = calls.askForArchive, token = owner.token) {
      for (;;) {
        const answer = await call(endpoint, token)
        const body = (await answer.json()) as Record<string, never>
        const isThere = answer.status !== 200 || body['percent'] === 100
        const { photos = 0, bytes = 0, address = '', code } = body
        if (isThere) return { status: answer.status, photos, bytes, url: origin + address, code }
      }
    },
  }
}
