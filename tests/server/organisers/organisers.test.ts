import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { AuditEntry } from '../../../contract/audit-entry.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Event } from '../../../contract/entities.ts'
import { isForReview } from '../../../server/moderation/flagged-posts.ts'
import { addOrganiser } from '../../../server/organisers/organisers.ts'
import { sql } from '../../../server/db/sql.ts'
import { deleteAccount } from '../../../server/users/delete-account.ts'
import { freshLiveServer, freshOrma } from '../../support/fixtures.ts'
import { listenTo } from '../../support/live-listener.ts'
import type { Person } from '../../support/orma-api.ts'
import { DAY_MS } from '../../support/user-api.ts'

const { api, owner, guest: helper, stranger, event } = freshOrma()
const server = freshLiveServer(api)

beforeEach(() => makeOrganiser(helper))

const params = () => ({ event_hash: event.event_hash })
const listen = ({ token }: Person, lastEventId?: string) =>
  listenTo(server.origin, event.event_hash, { token, lastEventId })
const makeOrganiser = ({ user }: Person) =>
  api.db.transaction((tx) =>
    addOrganiser(tx, { event_id: event.id, user_id: user.id }, api.clock.ms),
  )
const ask = (call: Endpoint, { token }: Person, rest = {}) =>
  api.request(call, { params: { ...params(), ...rest }, token })
const remove = ({ user: { id } }: Person, by: Person) =>
  ask(calls.removeOrganiser, by, { user_id: id })
const offer = ({ user }: Person) =>
  api.request(calls.askForHandover, {
    params: params(),
    token: owner.token,
    body: { user_id: user.id },
  })
const eventFor = async (person: Person) => (await ask(calls.getEvent, person)).body.event as Event
const actsOf = async (person: Person) => {
  const { body } = await ask(calls.listAudit, person)
  return (body.entries as AuditEntry[]).map(({ action, User }) => `${action} ${User.name}`)
}

// Which calls are an organiser's: `who-may.test.ts`.
describe('an organiser', () => {
  it('adds photos that nobody reviews, and none once removed', async () => {
    await api.changeOrma(event, helper, { reviewAll: 'true' })
    const { id } = await api.addPost(event, helper, { status: 'READYFORPROCESSING' })
    expect(await isForReview(api.db, id)).toBe(false)
    await remove(helper, owner)
    expect(await isForReview(api.db, id)).toBe(true)
  })

  it('is removed by the owner or leaves, but removes nobody else', async () => {
    await makeOrganiser(stranger)
    expect((await remove(stranger, helper)).status).toBe(403)
    expect((await remove(owner, helper)).status).toBe(403)
    expect((await remove(stranger, stranger)).status).toBe(204)
    expect((await remove(stranger, owner)).status).toBe(204)
    expect((await eventFor(owner)).organisers).toEqual([{ id: helper.user.id, name: 'Ben' }])
    expect((await remove(helper, owner)).status).toBe(204)
    expect((await eventFor(helper)).organisers).toBeUndefined()
    expect(await actsOf(owner)).toEqual(['remove_organiser Anna', 'leave Zoe', 'create Anna'])
  })

  it('changes the Orma, but for the day of its deletion', async () => {
    const deleteAt = new Date(api.clock.ms + 40 * DAY_MS).toISOString()
    expect((await api.changeOrma(event, owner, { deleteAt })).status).toBe(200)
    expect((await api.changeOrma(event, helper, { name: 'Ours', deleteAt })).status).toBe(200)
    for (const other of ['', new Date(api.clock.ms + 50 * DAY_MS).toISOString()]) {
      const refused = await api.changeOrma(event, helper, { deleteAt: other })
      expect(refused.body.code).toBe('owner_only')
    }
    expect(await eventFor(owner)).toMatchObject({ name: 'Ours', deleteAt })
  })

  it('hears at once that they are none any more, and nothing of unfinished photos', async () => {
    const [removed, others] = [await listen(helper), await listen(owner)]
    const lastId = removed.lastId()
    await remove(helper, owner)
    await removed.ended
    await others.next('EVENT_CHANGED')
    const again = await listen(helper, lastId)
    await again.next('RESET')
    await api.addPost(event, stranger, { status: 'FAILEDBYNUDITY' })
    const { id } = await api.addPost(event, stranger)
    const { post } = await again.next('POST_CHANGED')
    expect(post.id).toBe(id)
    await again.close()
    await others.close()
  })

  it('goes with their account', async () => {
    await offer(helper)
    await api.addPost(event, helper)
    await deleteAccount(api.db, helper.user.id)
    expect(await eventFor(owner)).toMatchObject({ organisers: [], handover: null })
  })
})

describe('an Orma that is handed over', () => {
  it('belongs to the organiser who was asked and accepts, and its owner organises it', async () => {
    await offer(helper)
    const { ms } = api.clock
    await api.db.run(sql`update events set delete_at = ${ms}, delete_seen_at = ${ms}`)
    expect((await eventFor(helper)).handover).toBe(helper.user.id)
    const listener = await listen(owner)
    const { body } = await ask(calls.acceptHandover, helper)
    await listener.ended
    const organisers = [{ id: owner.user.id, name: 'Anna' }]
    expect(body.event).toMatchObject({ userId: helper.user.id, organisers, handover: null })
    // Whom the warning of a deletion is new to.
    expect(body.event.deletionSeenAt).toBeNull()
    expect((await ask(calls.acceptHandover, helper)).status).toBe(200)
    expect((await ask(calls.deleteEvent, owner)).body.code).toBe('owner_only')
    expect((await actsOf(owner))[0]).toBe('take_over Ben')
    expect((await remove(owner, helper)).status).toBe(204)
    await deleteAccount(api.db, owner.user.id)
    await expect(deleteAccount(api.db, helper.user.id)).rejects.toMatchObject({
      code: 'owns_ormas',
    })
  })

  it('stays where it is until then', async () => {
    await makeOrganiser(stranger)
    expect((await ask(calls.acceptHandover, helper)).body.code).toBe('handover_gone')
    await offer(helper)
    await offer(stranger)
    expect((await ask(calls.acceptHandover, helper)).body.code).toBe('handover_gone')
    expect((await ask(calls.endHandover, helper)).body.code).toBe('owner_only')
    for (const person of [stranger, owner]) {
      await offer(stranger)
      expect((await ask(calls.endHandover, person)).status).toBe(204)
      expect((await ask(calls.acceptHandover, stranger)).body.code).toBe('handover_gone')
    }
    await offer(stranger)
    await remove(stranger, owner)
    expect((await offer(stranger)).body).toMatchObject({ code: 'invalid_field', field: 'user_id' })
    await makeOrganiser(stranger)
    expect(await eventFor(owner)).toMatchObject({ userId: owner.user.id, handover: null })
  })
})
