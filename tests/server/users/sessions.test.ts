import { describe, expect, it } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import { authenticate, pruneSessions } from '../../../server/users/sessions.ts'
import { freshUserApi } from '../../support/fixtures.ts'

const DAY_MS = 24 * 60 * 60_000

const api = freshUserApi()

describe('createSession', () => {
  it('makes tokens of 256 random bits and keeps only their hash', async () => {
    const { token } = await api.signUp()
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = await api.db.all<Record<string, unknown>>(sql`select * from sessions`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('authenticate', () => {
  // Specification: 7.38
  it('knows the user of a token for 30 days and not a millisecond longer', async () => {
    const { user, token } = await api.signUp('15550001111', 'Anna')
    const start = api.clock.ms
    expect(await authenticate(api.db, token, start + 30 * DAY_MS - 1)).toEqual(user)
    expect(await authenticate(api.db, token, start + 30 * DAY_MS)).toBeUndefined()
  })
})

describe('pruneSessions', () => {
  it('removes the rows of sessions that have expired', async () => {
    await api.signUp()
    api.clock.advance(DAY_MS)
    await api.signUp()
    await pruneSessions(api.db, api.clock.ms + 29 * DAY_MS)
    expect(await api.db.all(sql`select 1 as found from sessions`)).toHaveLength(1)
  })
})
