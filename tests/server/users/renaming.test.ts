import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { RENAMES_PER_MINUTE } from '../../../contract/limits.ts'
import { sql } from '../../../server/db/sql.ts'
import { freshUserApi } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'
import { MINUTE_MS } from '../../support/user-api.ts'

let person: Person

const api = freshUserApi()
beforeEach(async () => {
  person = await api.signUp('15550001111', 'Anna')
})

const rename = (newName: string, { token } = person) =>
  api.request(calls.updateUser, { token, body: { newName } })

describe('POST /users/update/user', () => {
  it('leaves the feeds as they are where the name is the one it was', async () => {
    await api.addPost(await api.createOrma(person), person)
    const version = async () =>
      (await api.db.get<{ feed_version: number }>(sql`select feed_version from events`))
        ?.feed_version
    const before = await version()
    const same = await rename(' Anna ')
    expect([same.status, same.body]).toEqual([200, { success: true, user: person.user }])
    expect(await version()).toBe(before)
    await rename('Ben')
    expect(await version()).toBe(before! + 1)
  })

  it('takes ten other names a minute, and the same any number of times', async () => {
    for (let n = 1; n <= RENAMES_PER_MINUTE; n += 1) {
      expect((await rename(`Anna ${n}`)).status).toBe(200)
      expect((await rename(`Anna ${n}`)).status).toBe(200)
    }
    const refused = await rename('Anna')
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await rename('Zoe', await api.signUp())).status).toBe(200)
    api.clock.advance(MINUTE_MS)
    expect((await rename('Anna')).body.user).toEqual(person.user)
  })
})
