import { expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { createEventAccess } from '../../../server/events/require-event.ts'
import { seen } from '../../../server/events/viewer.ts'
import { findEvent } from '../../../server/events/events.ts'
import { firstPageParts } from '../../../server/posts/first-page.ts'
import { readViewersLimit } from '../../../server/uploads/upload-limits.ts'
import { freshOrma } from '../../support/fixtures.ts'
import { VIDEO_LIMITS } from '../../support/orma-api.ts'

// What every call says before the reveal: `every-call/hidden-posts.test.ts`.
const { api, owner, guest, event } = freshOrma()
const hide = (revealAt = 'later') => api.changeOrma(event, owner, { revealAt })
const params = () => ({ event_hash: event.event_hash })

it('that a post is there is told to nobody who does not see it', async () => {
  const others = await api.addPost(event, owner)
  const own = await api.addPost(event, guest)
  await hide()
  for (const call of [calls.listNewestPosts, calls.listOwnPosts]) {
    const after = (id: number) =>
      api.request(call, { params: params(), query: { after: id }, token: guest.token })
    expect([(await after(others.id)).status, (await after(own.id)).status]).toEqual([404, 200])
  }
})

it('a guest’s photo is in no burst with one that they do not see', async () => {
  const traits = { perceptual_hash: '0'.repeat(16), sharpness: 1 }
  await api.addPost(event, owner, { traits })
  await api.addPost(event, guest, { traits })
  const burst = async () => {
    const { body } = await api.request(calls.listOwnPosts, { params: params(), token: guest.token })
    return (body.posts as { burst?: number }[])[0]?.burst
  }
  expect(await burst()).toBeGreaterThan(0)
  await hide()
  expect(await burst()).toBeUndefined()
})

it('a like repeated by its key tells nothing of a post hidden since', async () => {
  const { id: post_id } = await api.addPost(event, owner)
  const like = () =>
    api.request(calls.likePost, {
      params: params(),
      token: guest.token,
      body: { post_id },
      headers: { 'idempotency-key': '6f1c1e8e-5d0c-4a59-9d5b-8d6f7c1d2e3f' },
    })
  expect((await like()).status).toBe(200)
  await hide()
  expect((await like()).status).toBe(404)
})

it('a limit of the Orma is told without how many photos there are', async () => {
  await api.addPosts(event, owner, 3)
  await api.addPost(event, guest)
  const limits = { eventUploadLimit: 4, userUploadLimit: 10 }
  const read = async () => {
    const row = await findEvent(api.db, event.event_hash)
    const viewed = await seen(api.db, row!, guest.user, api.clock.ms)
    return readViewersLimit(api.db, viewed, guest.user.id, limits)
  }
  expect(await read()).toEqual({ limitReached: true, used: 4, limit: 4 })
  await hide()
  expect(await read()).toEqual({ limitReached: true, used: 1, limit: 10 })
})

it('the HTML of an Orma says neither which photos there are nor how many', async () => {
  await api.addPost(event, owner)
  const read = () => {
    const asked = { pathname: `/${event.event_hash}`, address: '192.0.2.1', headers: new Headers() }
    const access = createEventAccess(api)
    return firstPageParts({ ...api, videoLimits: VIDEO_LIMITS, access }, asked)
  }
  await hide(new Date(api.clock.ms + 1000).toISOString())
  const hidden = await read()
  expect(hidden.first?.posts).toBeUndefined()
  expect(hidden.first?.event).toMatchObject({
    postCount: 0,
    revealAt: expect.any(String) as string,
  })
  expect(hidden.description).toMatch(/2026\. Open it to add your photos\.$/)
  api.clock.advance(1000)
  const shown = await read()
  expect(shown.first?.posts).toHaveLength(1)
  // Whoever asks need not know what time it is.
  expect(shown.first?.event).toMatchObject({ postCount: 1, revealAt: null })
})
