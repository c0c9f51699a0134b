import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Person } from '../../support/api-client.ts'
import { sharedApp } from '../../support/fixtures.ts'
import { listenTo } from '../../support/live-listener.ts'
import { makePhoto, makePhotoFile } from '../../support/photos.ts'

const { orma, client, owner, guest } = await sharedApp()

const PAUSED = { success: false, error: texts.server.paused, code: 'paused' }

async function makeOrma(): Promise<{ event: Event; post: Post }> {
  const picture = await makePhotoFile({ width: 320, height: 240 })
  const pictures = { banner: picture, profile_image: picture }
  const { body } = await client.changeOrma(await client.createOrma(owner), owner, pictures)
  const event = body.event as Event
  const photo = await makePhoto({ width: 320, height: 240, seed: 4 })
  const uploaded = await client.upload(event, guest, photo)
  return { event, post: await client.whenProcessed(event, guest, uploaded.body.post.id) }
}

async function setPaused(event: Event, paused: boolean): Promise<void> {
  const { status } = await client.changeOrma(event, owner, { paused: String(paused) })
  expect(status).toBe(200)
}

// Which calls are refused to whom: `who-may.test.ts`.
describe('a paused Orma', () => {
  it('shows its pictures to its owner alone, whoever paused it, and has nobody keep them', async () => {
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
    await orma.db.run(sql`update events set operator_paused = 1 where id = ${event.id}`)
    for (const address of addresses) {
      const refused = await load(address)
      expect(await refused.text()).toContain(texts.server.pausedByHost)
      const shown = await load(address, owner)
      expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
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

// What else its word keeps from whom: `door.test.ts`.
it('pictures of an Orma with a word are for devices that gave it', async () => {
  const { event, post } = await makeOrma()
  const { body } = await client.changeOrma(event, owner, { pin: 'sunset' })
  expect(body.event).toMatchObject({ hasPin: true })
  const given = await client.call(api.openDoor, {
    params: { event_hash: event.event_hash },
    json: { pin: 'Sunset' },
  })
  const cookie = `orma-${event.event_hash}=${given.body.key}`
  for (const address of [post.image_url, post.compressed_url, event.event_banner_url]) {
    const load = (headers: Record<string, string>) => fetch(orma.url + (address ?? ''), { headers })
    const refused = await load({ cookie: `token=${guest.token}` })
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      403,
      'pin_wanted',
    ])
    const answers = [await load({ cookie }), await load({ cookie: `token=${owner.token}` })]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    // As of any Orma: who is in sees them without a network too.
    expect(answers[0]?.headers.get('cache-control')).toMatch(/^private, .*immutable$/)
  }
})
