import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { AuditEntry } from '../../../contract/audit-entry.ts'
import { pruneActs, recordAct } from '../../../server/events/audit.ts'
import { freshOrma } from '../../support/fixtures.ts'
import { DAY_MS } from '../../support/user-api.ts'

const { api, owner, guest, event } = freshOrma()

const params = () => ({ event_hash: event.event_hash })
const read = async (query: Record<string, number> = {}) => {
  const options = { params: params(), query, token: owner.token }
  return (await api.request(calls.listAudit, options)).body.entries as AuditEntry[]
}

describe('GET /events/{event_hash}/audit', () => {
  it('tells the owner what they did, newest first, and nothing of others', async () => {
    const set = (fields: Record<string, string>) => api.changeOrma(event, owner, fields)
    const deleteAt = new Date(api.clock.ms + 40 * DAY_MS).toISOString()
    await set({ name: 'Our secret day', music: 'calm', allowVideos: 'true' })
    await set({ name: 'Our secret day', allowVideos: 'true', paused: 'true' })
    await set({ paused: 'false', deleteAt })
    await set({ deleteAt: '' })
    const flagged = [
      await api.addPost(event, guest, { status: 'FAILEDBYNUDITY' }),
      await api.addPost(event, guest, { status: 'FAILEDBYNUDITY' }),
      await api.addPost(event, guest, { status: 'FAILEDBYNUDITY' }),
    ].map(({ id }) => id)
    const [first = 0, second = 0, third = 0] = flagged
    const ofPost = (post_id: number) => ({
      params: { ...params(), post_id },
      token: owner.token,
    })
    await api.request(calls.approvePost, ofPost(first))
    await api.request(calls.approvePost, ofPost(first))
    const body = { post_ids: [first, second] }
    await api.request(calls.approvePosts, { params: params(), token: owner.token, body })
    await api.request(calls.deletePost, ofPost(third))
    const written = await api.request(calls.addComment, {
      params: { ...params(), post_id: first },
      token: guest.token,
      body: { content: 'So private', ...params(), post_id: first },
    })
    const ofComment = { ...params(), id: first, comment_id: written.body.id }
    const token = owner.token
    await api.request(calls.deleteComment, { params: ofComment, token, body: { userId: 1 } })
    await api.request(calls.deletePost, ofPost(first))
    // A guest's own acts are theirs alone.
    const mine = { params: { ...params(), post_id: second }, token: guest.token }
    await api.request(calls.deletePost, mine)

    const entries = await read()
    expect(entries.map(({ action, post_id, details }) => [action, post_id, details])).toEqual([
      ['delete_post', first, {}],
      ['delete_comment', first, {}],
      ['reject', third, {}],
      ['approve', second, {}],
      ['approve', first, {}],
      ['clear_deletion', null, {}],
      ['set_deletion', null, { deleteAt }],
      ['reopen', null, {}],
      ['pause', null, {}],
      ['update', null, { fields: ['name', 'allowVideos', 'music'] }],
      ['create', null, {}],
    ])
    expect(entries[0]?.User).toEqual({ id: owner.user.id, name: 'Anna' })
    for (const secret of ['Our secret day', 'So private', 'Ben', '1555', token]) {
      expect(JSON.stringify(entries)).not.toContain(secret)
    }
  })

  it('goes on by pages of 50, and forgets after 400 days', async () => {
    const act = { event_id: event.id, user_id: owner.user.id, action: 'download' } as const
    api.clock.advance(DAY_MS)
    for (let n = 0; n < 60; n += 1) await recordAct(api.db, act, api.clock.ms)
    const page = await read()
    expect(page).toHaveLength(50)
    const rest = await read({ after: page.at(-1)?.id ?? 0 })
    expect(rest.map(({ action }) => action)).toEqual([...Array(10).fill('download'), 'create'])
    await pruneActs(api.db, api.clock.ms + 399.5 * DAY_MS)
    expect(await read({ after: page.at(-1)?.id ?? 0 })).toHaveLength(10)
    await pruneActs(api.db, api.clock.ms + 401 * DAY_MS)
    expect(await read()).toEqual([])
  })
})
