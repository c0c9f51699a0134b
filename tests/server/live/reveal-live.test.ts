import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { createSession } from '../../../server/users/sessions.ts'
import { freshLiveServer, freshOrma } from '../../support/fixtures.ts'
import { listenTo } from '../../support/live-listener.ts'
import type { Person } from '../../support/orma-api.ts'

const { api, owner, guest, event } = freshOrma()
const server = freshLiveServer(api)
// Streams go by the real clock.
beforeEach(async () => {
  api.clock.ms = Date.now()
  for (const person of [owner, guest]) {
    person.token = await createSession(api.db, person.user.id, api.clock.ms)
  }
})

const listen = async (person?: Person, lastEventId?: string) => {
  const who = person ? { token: person.token } : {}
  const listener = await listenTo(server.origin, event.event_hash, { ...who, lastEventId })
  await expect.poll(() => listener.lastId()).toBeDefined()
  return listener
}
const hideUntil = async (revealAt: string) => {
  const { status } = await api.changeOrma(event, owner, { revealAt })
  expect(status).toBe(200)
}
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const remove = (post_id: number) =>
  api.request(calls.deletePost, {
    params: { event_hash: event.event_hash, post_id },
    token: owner.token,
  })

describe('who listens before an Orma is revealed', () => {
  it('hears of their own posts alone, also of what they missed', async () => {
    await hideUntil('later')
    const [theirs, another] = [await listen(guest), await listen()]
    const first = theirs.lastId()
    const others = await api.addPost(event, owner)
    const own = await api.addPost(event, guest)
    const told = await theirs.next('POST_CHANGED')
    expect(told.post.id).toBe(own.id)
    for (const { id } of [others, own]) await remove(id)
    expect(await theirs.next('POST_REMOVED')).toEqual({ type: 'POST_REMOVED', post_id: own.id })
    const back = await listen(guest, first)
    expect(await back.next('POST_REMOVED')).toEqual({ type: 'POST_REMOVED', post_id: own.id })
    const organisers = await listen(owner, first)
    for (const { id } of [others, own]) {
      await organisers.next('POST_REMOVED', ({ post_id }) => post_id === id)
    }
    const heard = [theirs, another, back].map(({ heard: all }) =>
      all.flatMap(({ message }) => (message.type.startsWith('POST') ? message.type : [])),
    )
    expect(heard).toEqual([['POST_CHANGED', 'POST_REMOVED'], [], ['POST_REMOVED']])
    await Promise.all([theirs, another, back, organisers].map((one) => one.close()))
  })

  it('is told to load everything at the moment itself, and hears all from then on', async () => {
    // The owner was there before: the moment was set while they listened.
    const organiser = await listen(owner)
    await hideUntil(inMs(2_500))
    const [theirs, another] = [await listen(guest), await listen()]
    await Promise.all([theirs, another].map((one) => one.next('RESET')))
    // The first was of the change.
    await Promise.all([theirs, another].map((one) => one.next('RESET')))
    api.clock.ms = Date.now()
    const { id } = await api.addPost(event, owner)
    for (const one of [theirs, another]) {
      const { post } = await one.next('POST_CHANGED')
      expect(post.id).toBe(id)
      await one.close()
    }
    await organiser.close()
  })

  it('and was away at the moment, is told when they are back', async () => {
    const moment = Date.now() + 1_000
    await hideUntil(new Date(moment).toISOString())
    const before = await listen(guest)
    await before.next('RESET')
    await before.close()
    await expect.poll(() => Date.now()).toBeGreaterThan(moment)
    api.clock.ms = Date.now()
    const back = await listen(guest, before.lastId())
    await back.next('RESET')
    // Once: whoever comes after them need not load it again.
    const again = await listen(guest, back.lastId())
    expect(again.heard).toEqual([])
    await Promise.all([back.close(), again.close()])
  })

  it('stays on the line when an organiser shows everything now', async () => {
    await hideUntil('later')
    const theirs = await listen(guest)
    await theirs.next('RESET')
    await hideUntil('')
    await theirs.next('RESET')
    const told = await theirs.next('EVENT_CHANGED', (message) => message.event.revealAt === null)
    expect(told.event.revealAt).toBeNull()
    const { id } = await api.addPost(event, owner)
    expect((await theirs.next('POST_CHANGED')).post.id).toBe(id)
    await theirs.close()
  })
})

describe('who listens when an Orma is hidden', () => {
  it('is sent away, and back hears nothing of others until the new moment', async () => {
    const before = await listen(guest)
    await hideUntil(inMs(3_600_000))
    await before.ended
    const back = await listen(guest, before.lastId())
    await back.next('RESET')
    // Put off: the first moment is none any more.
    const moment = Date.now() + 500
    await hideUntil(new Date(moment).toISOString())
    await hideUntil(inMs(3_600_000))
    await expect.poll(() => Date.now()).toBeGreaterThan(moment)
    const { id } = await api.addPost(event, guest)
    await api.addPost(event, owner)
    expect((await back.next('POST_CHANGED')).post.id).toBe(id)
    await back.close()
  })
})
