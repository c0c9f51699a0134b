import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Post } from '../../../contract/entities.ts'
import type { Person } from '../../support/api-client.ts'
import { sharedApp } from '../../support/fixtures.ts'
import { listenTo } from '../../support/live-listener.ts'
import { makePhoto } from '../../support/photos.ts'

let photos = 0

const { orma, client, owner, event } = await sharedApp({
  env: { MODERATION: 'nsfwjs', MODERATION_THRESHOLD: '0.000000001' },
})
// So little likelihood every photo has: the real check, on photos fit to be here.
const author = await client.signUp('Arno Author')
const stranger = await client.signUp('Stella Stranger')

async function addFlagged(): Promise<Post> {
  photos += 1
  const photo = await makePhoto({ width: 320, height: 240, seed: photos })
  const { body } = await client.upload(event, author, photo)
  return client.whenProcessed(event, author, body.post.id)
}

function act(endpoint: Endpoint, { id: post_id }: Post, person: Person) {
  const params = { event_hash: event.event_hash, post_id }
  return client.call(endpoint, { params, token: person.token })
}

/** The address without what makes it a signed one. */
const publicOf = (address: string | null) => (address ?? '').replace(/\?.*/, '')

/** What a cache in between sends that has, or would have, a copy. */
const CONDITIONS = (address: string): Record<string, string>[] => {
  const [, name = '', file = ''] = /([0-9a-f]{32})\/(\w+)/.exec(address) ?? []
  const etag = `"${file}-${name.slice(0, 2)}-${name}.${file === 'full' ? 'jpg' : 'webp'}"`
  return [
    {},
    { 'if-none-match': etag },
    { 'if-none-match': '*' },
    { 'if-modified-since': new Date().toUTCString() },
    { range: 'bytes=0-99' },
    { range: 'bytes=0-99', 'if-range': etag },
  ]
}

/** Status of every way to ask for an address, by nobody and by everybody who has to do with it. */
async function askAll(address: string): Promise<number[]> {
  const people = [undefined, stranger, author, owner]
  const asked = people.flatMap((person) =>
    CONDITIONS(address).flatMap((condition) =>
      ['GET', 'HEAD'].map(async (method) => {
        const who = person && { authorization: person.token, cookie: `token=${person.token}` }
        const response = await fetch(orma.url + address, {
          method,
          headers: { ...condition, ...who },
        })
        await response.arrayBuffer()
        return response.status
      }),
    ),
  )
  return [...new Set(await Promise.all(asked))]
}

describe('X8: a photo that is flagged, rejected or not yet shown', () => {
  it('is given to author and owner alone, by addresses nobody keeps', async () => {
    const post = await addFlagged()
    expect(post).toMatchObject({ status: 'FAILEDBYNUDITY', reviewReason: 'nudity' })
    const seen = (await act(api.getPost, post, owner)).body.post as Post
    for (const address of [post.image_url, seen.image_url, post.compressed_url]) {
      for (const headers of CONDITIONS(address ?? '')) {
        const shown = await fetch(orma.url + address, { headers })
        expect([shown.status, shown.headers.get('etag')]).toEqual([200, null])
        expect(shown.headers.get('cache-control')).toBe('private, no-store')
        expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(100)
      }
    }
  })

  // Specification: 7.16
  it('is 404 at every other address, for whoever asks and however', async () => {
    const [post, other] = [await addFlagged(), await addFlagged()]
    const [full, thumb] = [publicOf(post.image_url), publicOf(post.compressed_url)]
    const folder = full.replace(/\/full.jpg$/, '')
    const [, until = '', signature = ''] =
      /until=(\d+)&signature=(.+)/.exec(post.image_url ?? '') ?? []
    const foreign = /\?.*/.exec(other.image_url ?? '')?.[0]
    const addresses = [
      full,
      thumb,
      `${full}?w=640`,
      `${full}?width=640`,
      `${folder}/original`,
      `${folder}/original.jpg`,
      `${folder}/full`,
      full + foreign,
      `${full}?until=${Number(until) + 1}&signature=${signature}`,
      `${full}?until=${until}&signature=`,
      `${full}?until=${until}`,
      `${full}?signature=${signature}`,
      `${full}?until=1e99&signature=${signature}`,
      `${full}?until=${until}&signature=${signature.toLowerCase()}`,
    ]
    for (const address of addresses)
      expect([address, await askAll(address)]).toEqual([address, [404]])
  })

  // Specification: 7.16
  it('is in no answer, page, manifest or live news to anybody else', async () => {
    const params = { event_hash: event.event_hash }
    const listeners = await Promise.all([
      listenTo(orma.url, event.event_hash),
      listenTo(orma.url, event.event_hash, { token: stranger.token }),
    ])
    const before = (await client.call(api.getEvent, { params })).body.event.postCount
    const post = await addFlagged()
    const name = /[0-9a-f]{32}/.exec(post.image_url ?? '')?.[0] ?? 'none'
    const words = [name, post.thumbhash ?? name, post.sha256, 'FAILEDBYNUDITY', 'reviewReason']
    const named = { ...params, page: 1, id: '2026-06-20', post_id: post.id }
    const rest = { product: 'reel', event_original_date: '2026-06-20', timeslot: '2026-06-20T18' }
    const reading = Object.entries<Endpoint>(api).filter(
      ([, { method, path, stream }]) =>
        method === 'GET' && !stream && path.includes('{event_hash}'),
    )
    expect(reading.length).toBeGreaterThan(10)
    for (const [call, endpoint] of reading) {
      for (const token of [undefined, stranger.token]) {
        const { body } = await client.call(endpoint, {
          params: { ...named, ...rest, upload_id: '0'.repeat(32) },
          ...(token ? { token } : {}),
        })
        const told = words.filter((word) => JSON.stringify(body ?? '').includes(word))
        expect([call, told]).toEqual([call, []])
      }
    }
    for (const page of ['', '/manifest.webmanifest', `/post/${post.id}`, '/slideshow']) {
      const html = await (await fetch(`${orma.url}/${event.event_hash}${page}`)).text()
      expect(words.filter((word) => html.includes(word))).toEqual([])
    }
    const { event: after } = (await client.call(api.getEvent, { params })).body
    expect(after.postCount).toBe(before)

    // Whatever was told before this one was told by now.
    const shown = await addFlagged()
    await act(api.approvePost, shown, owner)
    for (const each of listeners) {
      expect((await each.next('POST_CHANGED')).post.id).toBe(shown.id)
      expect(each.heard).toHaveLength(1)
      await each.close()
    }
  })

  it('is gone for author and owner as well once it is rejected', async () => {
    const post = await addFlagged()
    const addresses = [post.image_url, post.compressed_url].map((address) => address ?? '')
    for (const address of addresses) expect(await askAll(address)).toEqual([200])
    expect((await act(api.deletePost, post, owner)).status).toBe(204)
    for (const address of [...addresses, ...addresses.map(publicOf)]) {
      expect(await askAll(address)).toEqual([404])
    }
  })

  it('has its public address from its approval on, and until it is deleted', async () => {
    const post = await addFlagged()
    const address = publicOf(post.image_url)
    expect(await askAll(address)).toEqual([404])
    const { body } = await act(api.approvePost, post, owner)
    expect(body.post.image_url).toBe(address)
    const shown = await fetch(orma.url + address)
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([
      200,
      'private, max-age=31536000, immutable',
    ])
    await shown.arrayBuffer()
    await act(api.deletePost, post, author)
    expect(await askAll(address)).toEqual([404])
  })
})
