import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { toForm } from '../../support/api-client.ts'
import type { ClientOptions, Person } from '../../support/api-client.ts'
import { sharedServer } from '../../support/fixtures.ts'
import { listenTo } from '../../support/live-listener.ts'
import { makePhoto } from '../../support/photos.ts'
import { createTusCaller } from '../../support/tus-caller.ts'

const { orma, client, owner, guest } = await sharedServer()

const PAUSED = { success: false, error: texts.server.paused, code: 'paused' }

/** Every call of an event; that of what tus can do is the same for all events, known and unknown. */
const CALLS: [name: string, endpoint: Endpoint][] = Object.entries<Endpoint>(api).filter(
  ([name, { path }]) => path.includes('{event_hash}') && name !== 'describeUploads',
)

async function makeOrma(): Promise<{ event: Event; post: Post }> {
  const picture = new Blob([new Uint8Array(await makePhoto({ width: 320, height: 240 }))])
  const event = await client.createOrma(owner)
  const form = toForm({})
  form.set('banner', picture, 'banner.jpg')
  form.set('profile_image', picture, 'profile.jpg')
  const params = { event_hash: event.event_hash }
  const { body } = await client.call(api.updateEvent, { params, token: owner.token, form })
  const photo = await makePhoto({ width: 320, height: 240, seed: 4 })
  const uploaded = await client.upload(event, guest, photo)
  return {
    event: body.event as Event,
    post: await client.whenProcessed(event, guest, uploaded.body.post.id),
  }
}

async function setPaused({ event_hash }: Event, paused: boolean): Promise<void> {
  const form = toForm({ paused: String(paused) })
  const { status } = await client.call(api.updateEvent, {
    params: { event_hash },
    token: owner.token,
    form,
  })
  expect(status).toBe(200)
}

describe('a paused Orma', () => {
  it('refuses every call to all but its owner, before it looks further', async () => {
    const { event, post } = await makeOrma()
    await setPaused(event, true)
    const upload_id = '0'.repeat(32)
    const params = {
      event_hash: event.event_hash,
      page: 1,
      id: post.id,
      post_id: post.id,
      comment_id: 1,
      timeslot: '2026-06-20T18',
      product: 'reel',
      event_original_date: '2026-06-20',
      upload_id,
      user_id: owner.user.id,
    }
    const refusals: Record<string, unknown> = {}
    for (const [name, endpoint] of CALLS) {
      for (const token of [undefined, guest.token]) {
        // An archive takes a token or a ticket: without either the sign-in is missing, as where a token is required.
        const isRequired = endpoint.auth === 'required' || endpoint === api.getArchive
        if (token === undefined && isRequired) continue
        const { status, body } = await callAs(endpoint, { params, ...(token ? { token } : {}) })
        refusals[`${name} of ${token ? 'another user' : 'a guest'}`] = [status, body]
      }
    }
    // An answer to HEAD has no words.
    const { 'readUploadOffset of another user': head, ...others } = refusals
    expect(head).toEqual([403, undefined])
    expect(Object.keys(others).length).toBeGreaterThan(25)
    const wrong = Object.entries(others).filter(([, refusal]) => {
      return JSON.stringify(refusal) !== JSON.stringify([403, PAUSED])
    })
    expect(wrong).toEqual([])
    const marked = await client.call(api.markViewed, {
      token: guest.token,
      json: { event_hash: event.event_hash },
    })
    expect([marked.status, marked.body]).toEqual([403, PAUSED])
  })

  it('has the app’s own manifest, which a browser asks for without a token', async () => {
    const { event } = await makeOrma()
    const read = async (path: string): Promise<unknown> => (await fetch(orma.url + path)).json()
    const path = `/${event.event_hash}/manifest.webmanifest`
    expect(await read(path)).toMatchObject({ name: event.name })
    await setPaused(event, true)
    expect(await read(path)).toEqual(await read('/manifest.webmanifest'))
  })

  it('goes on for its owner, and for all once it is reopened as it was', async () => {
    const { event, post } = await makeOrma()
    await setPaused(event, true)
    const params = { event_hash: event.event_hash, page: 1 }
    const feed = (person?: Person) => client.call(api.listPosts, { params, ...person })
    const before = await feed(owner)
    expect(before.body).toMatchObject([{ id: post.id }])
    for (const endpoint of [api.listTimeslots, api.getEvent]) {
      const { status } = await client.call(endpoint, { params, token: owner.token })
      expect(status).toBe(200)
    }
    expect((await feed(guest)).status).toBe(403)
    await setPaused(event, false)
    expect((await feed(guest)).body).toEqual(before.body)
    expect((await feed()).body).toEqual(before.body)
  })

  it('shows its pictures to its owner alone, and has nobody keep them', async () => {
    const { event, post } = await makeOrma()
    const addresses = [
      post.image_url,
      post.compressed_url,
      event.event_profile_image_url,
      event.event_banner_url,
    ]
    const load = (address: string | null, person?: Person) =>
      fetch(orma.url + (address ?? ''), {
        headers: person ? { cookie: `a=b; token=${person.token}` } : {},
      })
    await setPaused(event, true)
    for (const address of addresses) {
      for (const person of [undefined, guest, { ...guest, token: 'x' }]) {
        const refused = await load(address, person)
        expect([refused.status, await refused.json()]).toEqual([403, PAUSED])
        expect(refused.headers.get('cache-control')).toBe('no-store')
      }
      const shown = await load(address, owner)
      expect(shown.status).toBe(200)
      expect(shown.headers.get('cache-control')).toBe('private, no-store')
      expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(100)
    }
    await setPaused(event, false)
    for (const address of addresses) {
      const shown = await load(address)
      expect([shown.status, shown.headers.get('cache-control')]).toEqual([
        200,
        'private, max-age=31536000, immutable',
      ])
    }
  })

  it('sends away those who listen, but for its owner', async () => {
    const { event, post } = await makeOrma()
    const listen = (person?: Person, lastEventId?: string) =>
      listenTo(orma.url, event.event_hash, {
        ...(person ? { token: person.token } : {}),
        lastEventId,
      })
    const [guests, owners] = [await listen(), await listen(owner)]
    await expect.poll(() => guests.lastId()).toBeDefined()
    const lastId = guests.lastId()
    await setPaused(event, true)
    await guests.ended
    await client.call(api.likePost, {
      params: { event_hash: event.event_hash },
      token: owner.token,
      json: { post_id: post.id },
    })
    await owners.next('LIKE_CHANGED')
    expect(guests.heard.some(({ message }) => message.type === 'LIKE_CHANGED')).toBe(false)
    expect((await listen(guest)).response.status).toBe(403)
    await setPaused(event, false)
    // What they missed they hear when they are back.
    const back = await listen(undefined, lastId)
    await back.next('LIKE_CHANGED')
    await Promise.all([back.close(), owners.close()])
  })

  it('tells its owner’s pages that it is paused, and all that it reopens', async () => {
    const { event } = await makeOrma()
    const owners = await listenTo(orma.url, event.event_hash, { token: owner.token })
    await expect.poll(() => owners.lastId()).toBeDefined()
    const heard = () => owners.heard.filter(({ message }) => message.type === 'EVENT_CHANGED')
    const before = heard().length
    await setPaused(event, true)
    await expect.poll(() => heard().length).toBe(before + 1)
    await setPaused(event, false)
    await expect.poll(() => heard().length).toBe(before + 2)
    // Who was away all the time is told once, of what is so now.
    const away = await listenTo(orma.url, event.event_hash, { lastEventId: '0' })
    await away.next('EVENT_CHANGED')
    expect(away.heard.filter(({ message }) => message.type === 'EVENT_CHANGED')).toHaveLength(1)
    await Promise.all([away.close(), owners.close()])
  })
})

/** Calls as much of an endpoint as a refusal needs: no body is looked at before. */
async function callAs(endpoint: Endpoint, options: ClientOptions) {
  if (!endpoint.path.includes('/uploads')) return client.call(endpoint, options)
  const { event_hash = '', upload_id = '' } = options.params ?? {}
  const tus = createTusCaller(orma, { event_hash: String(event_hash) }, { token: guest.token })
  const path = endpoint.path.endsWith('/uploads') ? tus.uploads : tus.upload(String(upload_id))
  return tus.call(endpoint.method, path)
}
