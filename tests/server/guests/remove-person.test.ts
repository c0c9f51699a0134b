import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { countRows, sql } from '../../../server/db/sql.ts'
import { listOnDisk } from '../../support/database-places.ts'
import { filesBelow } from '../../support/files-below.ts'
import { freshLiveServer } from '../../support/fixtures.ts'
import { freshGuestOrma } from '../../support/guests-by-name.ts'
import { listenTo } from '../../support/live-listener.ts'

const { api, owner, event, byPhone, comeIn, guest, like, comment } = freshGuestOrma()

const remove = (user_id: number, { token } = owner) =>
  api.request(calls.removePerson, {
    params: { event_hash: event.event_hash, user_id },
    query: { posts: 'delete' },
    token,
  })

describe('DELETE /events/{event_hash}/people/{user_id}', () => {
  const server = freshLiveServer(api)

  it('takes all that a guest by name added, and bars their token', async () => {
    const key = crypto.randomUUID()
    const person = (await comeIn('Nora', { key })).body
    const own = await api.addPost(event, owner)
    const files = (await filesBelow(api.folder)).size
    await api.addPost(event, person)
    await api.addPost(event, person, { status: 'FAILEDBYNUDITY' })
    await like(person, own.id)
    await comment(person, own.id)
    const upload = await api.beginUpload(event, person)
    const stream = await listenTo(server.origin, event.event_hash, { token: person.token })

    const answer = await remove(person.user.id)
    expect(answer.body).toMatchObject({
      removed: { posts: 2, likes: 1, comments: 1, uploads: 1 },
      isBarred: true,
    })
    expect(await listOnDisk(api.databaseAddress, ['Nora'])).toEqual([])
    await stream.ended
    expect((await filesBelow(api.folder)).size).toBe(files)
    const { likeCount, commentCount } = await readPost(own.id)
    expect([likeCount, commentCount]).toEqual([0, 0])
    const again = [await api.upload(event, person), await continueUpload(upload.id, person.token)]
    expect(again.map(({ status }) => status)).toEqual([401, 401])
    expect((await comeIn('Nora', { key })).status).toBe(401)
    expect((await comeIn('Nora')).body.user.name).toBe('Nora')
  })

  it('takes what somebody by phone added here, and nothing elsewhere', async () => {
    const person = await api.signUp(undefined, 'Zoe')
    await api.upload(event, person)
    const elsewhere = await api.addPost(byPhone, person)
    const answer = await remove(person.user.id)
    expect(answer.body).toMatchObject({ removed: { posts: 1 }, isBarred: false })
    expect(await countRows(api.db, sql`from posts where id = ${elsewhere.id}`)).toBe(1)
    expect((await api.upload(event, person)).status).toBe(201)
  })

  it('never removes who organises, and is for them alone', async () => {
    const helper = await api.signUp(undefined, 'Hal')
    await api.db.run(
      sql`insert into organisers (event_id, user_id, since) values (${event.id}, ${helper.user.id}, 1)`,
    )
    const person = await guest('Nora')
    for (const id of [owner.user.id, helper.user.id]) {
      const refused = await remove(id, helper)
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    }
    expect((await remove(owner.user.id, person)).body.code).toBe('owner_only')
    expect((await remove(person.user.id, helper)).body.isBarred).toBe(true)
  })
})

async function readPost(id: number) {
  const params = { event_hash: event.event_hash, post_id: id }
  return (await api.request(calls.getPost, { params, token: owner.token })).body.post
}

function continueUpload(upload_id: string, token: string) {
  return api.request(calls.readUpload, {
    params: { event_hash: event.event_hash, upload_id },
    token,
    headers: { 'tus-resumable': '1.0.0' },
  })
}
