import path from 'node:path'
import { API_BASE, api as calls } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { createFsBlobStore } from '../../server/blobs/fs-blob-store.ts'
import { mediaKeys } from '../../server/posts/post-media.ts'
import { addPost } from './add-post.ts'
import type { PostOptions } from './add-post.ts'
import { createApiClient } from './api-client.ts'
import type { Person } from './api-client.ts'
import type { WholeApi } from './whole-api.ts'

/** An Orma whose photos are stored, with its owner and a guest. */
export async function makeArchiveOrma(
  api: Pick<WholeApi, 'db' | 'clock' | 'folder' | 'url' | 'codeFor'>,
  name = 'Anna & Ben',
) {
  const { db, clock, folder, url } = api
  const client = createApiClient(api)
  const [owner, guest] = [await client.signUp('Olga Owner'), await client.signUp('Gero Guest')]
  const event = await client.createOrma(owner, { name, event_date: '2026-06-20' })
  const blobs = createFsBlobStore(path.join(folder, 'blobs'))
  const { event_hash } = event

  /** Calls with a body of nothing. */
  const call = (endpoint: Endpoint, token?: string) =>
    fetch(url + API_BASE + endpointPath(endpoint, { event_hash }), {
      method: endpoint.method,
      headers: token === undefined ? {} : { authorization: token },
    })

  return {
    event,
    owner,
    guest,
    call,
    /** Adds a shown post with this original, a second after the one before. */
    async add(
      original: Uint8Array,
      { author = owner, ...options }: PostOptions & { author?: Person } = {},
    ) {
      clock.advance(1000)
      const post = await addPost(
        { db, blobs, nowMs: clock.ms },
        { event, author: author.user },
        options,
      )
      await blobs.put(mediaKeys(post.media_name).original, original)
      return post
    },
    /** Asks until the archive is there. */
    async ask(endpoint: Endpoint = calls.askForArchive, token = owner.token) {
      for (;;) {
        const answer = await call(endpoint, token)
        const body = (await answer.json()) as Record<string, never>
        const isThere = answer.status !== 200 || body['percent'] === 100
        const { photos = 0, bytes = 0, address = '', code } = body
        if (isThere) return { status: answer.status, photos, bytes, url: url + address, code }
      }
    },
  }
}
