import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { sql } from '../../../server/db/sql.ts'
import { issueCodeByHand } from '../../../server/users/codes.ts'
import { createApiClient } from '../../support/api-client.ts'
import { listOnDisk } from '../../support/database-places.ts'
import { filesBelow } from '../../support/files-below.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'
import { createTusCaller } from '../../support/tus-caller.ts'

const LEAVING = { phone: '15559876543', name: 'Zacharias Quill', email: 'z@quill.example' }

const whole = await sharedWholeApi()
const client = createApiClient(whole)
const owner = await whole.signUp({ phone: '15550001111', name: 'Olga', email: 'o@a.org' })
const event = await client.createOrma(owner, { event_date: '2026-06-20' })
const photo = await makePhoto({ width: 320, height: 240, seed: 5 })

it('a deleted account leaves no trace but the photos that were left', async () => {
  const { event_hash } = event
  const params = { event_hash }
  for (const posts of ['delete', 'keep']) {
    const person = await whole.signUp(LEAVING)
    const { user, token } = person
    await client.call(api.startRegistration, { json: { phone: LEAVING.phone } })
    const { phone } = LEAVING
    await whole.db.transaction((tx) => issueCodeByHand(tx, phone, whole.secret, whole.clock.ms))
    await client.call(api.markViewed, { json: { event_hash }, token })
    const { body } = await client.upload(event, person, photo)
    const post_id: number = body.post.id
    await client.whenProcessed(event, person, post_id)
    const archive = () => client.call(api.askForOwnArchive, { params, token })
    await expect.poll(async () => (await archive()).body.percent).toBe(100)
    await client.call(api.updateUser, { json: { newName: 'Zacharias' }, token })
    await client.call(api.updateUser, { json: { newName: LEAVING.name }, token })
    await client.call(api.likePost, { params, json: { post_id }, token, key: crypto.randomUUID() })
    await client.call(api.addComment, {
      params: { event_hash, post_id },
      json: { content: 'Lovely', event_hash, post_id },
      token,
      key: crypto.randomUUID(),
    })
    const tus = createTusCaller(whole, event, person)
    await tus.patch(await tus.begin(photo), 0, photo.subarray(0, 1000))
    const before = (await filesBelow(join(whole.folder, 'blobs'))).size

    const isKept = posts === 'keep'
    const answer = await client.call(api.deleteAccount, {
      token,
      ...(isKept ? {} : { query: { posts } }),
    })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        deleted: {
          posts: isKept ? 0 : 1,
          comments: isKept ? 1 : 0,
          likes: isKept ? 1 : 0,
          sessions: 1,
          visits: 1,
          uploads: 1,
          files: isKept ? 1 : 4,
        },
        kept: { posts: isKept ? 1 : 0 },
      },
    ])
    expect(await listOnDisk(whole.databaseAddress, Object.values(LEAVING))).toEqual([])
    const files = await filesBelow(join(whole.folder, 'blobs'))
    expect(files.size).toBe(before - answer.body.deleted.files)

    const { files: _names, ...tables } = await whole.readState()
    const limits = await whole.db.all<object>(sql`select scope from limit_hits`)
    const rows = [...Object.values(tables).flat(), ...limits.map((hit) => JSON.stringify(hit))]
    const scopes = ['comment', 'like', 'rename', 'archive'].map((what) => `${what}:${user.id}"`)
    for (const trace of [...Object.values(LEAVING), ...scopes]) {
      expect(rows.filter((row) => row.includes(trace))).toEqual([])
    }
    // The photos that stay need an author: one without name, phone and email.
    const left = Object.entries(tables).flatMap(([table, all]) =>
      all.some((row) => isOf(row, user.id)) ? [table] : [],
    )
    expect(left).toEqual(isKept ? ['posts'] : [])
    const known = tables['users']?.map((row) => JSON.parse(row) as { id: number; name: string })
    expect(known?.find(({ id }) => id === user.id)?.name).toBe(isKept ? 'Deleted user' : undefined)
    for (const file of files.keys()) {
      const bytes = await readFile(join(whole.folder, 'blobs', file))
      for (const trace of Object.values(LEAVING)) expect(bytes.includes(trace)).toBe(false)
    }
  }
})

/** Whether a row names this user. */
function isOf(row: string, userId: number): boolean {
  const { user_id, author_id, subject_id, kind } = JSON.parse(row) as Record<string, unknown>
  return [user_id, author_id, kind === 'like' ? subject_id : undefined].includes(userId)
}
