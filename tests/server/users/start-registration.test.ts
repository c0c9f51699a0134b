import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import type { Sql } from '../../../server/db/sql.ts'
import { listOnDisk } from '../../support/database-places.ts'
import { freshUserApi } from '../../support/fixtures.ts'
import { startUserApi } from '../../support/user-api.ts'

const PHONE = '15550001111'

const api = freshUserApi()

describe('POST /users/register/start', () => {
  // Specification: 1.4, 3.11, 7.5
  it('sends a code of 4 digits and answers with a random request_id', async () => {
    const { status, body } = await api.start(`+${PHONE}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      request_id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      name: false,
      email: false,
    })
    expect(api.sentSms).toEqual([
      { phone: PHONE, text: expect.stringMatching(/^\d{4} is your Orma code$/) },
    ])
    // That is for the one who has the code.
    expect(await api.db.all(sql`select id from users`)).toEqual([])
  })

  it('binds the code to the site in the last line, as phones read it', async () => {
    const bound = await startUserApi({ siteHost: 'photos.example.org' })
    await bound.start(PHONE)
    expect(bound.sentSms[0]!.text).toMatch(
      /^(\d{4}) is your Orma code\n\n@photos\.example\.org #\1$/,
    )
    await bound.close()
  })

  it('says whom to ask for the code, where none is sent', async () => {
    const silent = await startUserApi({ noSms: { contact: 'hello@orma.example' } })
    const { body } = await silent.start(PHONE)
    expect(body.noSms).toEqual({ contact: 'hello@orma.example' })
    await silent.close()
  })

  // Specification: 2.30, 3.11
  it('X5: says that a known phone has name and email, nothing else', async () => {
    await api.signIn(PHONE)
    const known = await api.start(PHONE)
    const unknown = await api.start('15550002222')
    expect(known.body).toMatchObject({ name: true, email: true })
    expect(unknown.body).toMatchObject({ name: false, email: false })
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body))
    expect([...known.headers]).toEqual([...unknown.headers])
  })

  it('sends one code under one key, and answers as the first time', async () => {
    const key = crypto.randomUUID()
    const first = await api.start(PHONE, undefined, key)
    const again = await api.start(PHONE, undefined, key)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(api.sentSms).toHaveLength(1)
    const { request_id } = first.body
    const guess = { request_id, phone: PHONE, code: api.lastCode(PHONE) }
    const person = { name: 'Anna Berg', email: 'anna@example.com' }
    expect((await api.verify({ ...guess, ...person })).status).toBe(200)
    const other = await api.start(PHONE, undefined, crypto.randomUUID())
    expect(other.body.request_id).not.toBe(first.body.request_id)
    expect(api.sentSms).toHaveLength(2)
  })

  it('refuses a key that was used for another phone, and one that is no UUID', async () => {
    const key = crypto.randomUUID()
    await api.start(PHONE, undefined, key)
    const other = await api.start('15550002222', undefined, key)
    expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
    const wrong = await api.start('15550002222', undefined, 'mine')
    expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_key'])
    expect(api.sentSms).toHaveLength(1)
  })

  it('X5: asks the database the same for a known and an unknown phone', async () => {
    await api.signIn(PHONE)
    const known = await statementsOf(() => api.start(PHONE))
    const unknown = await statementsOf(() => api.start('15550002222'))
    expect(known.length).toBeGreaterThan(3)
    expect(known).toEqual(unknown)
  })

  it('X3: keeps the code neither in database nor log, only its keyed hash', async () => {
    const { request_id, code } = await api.requestCode(PHONE)
    const row = await api.db.get<Record<string, unknown>>(sql`select * from codes`)
    const hash = createHmac('sha256', api.secret).update(`${request_id}:${code}`).digest('hex')
    expect(row).toMatchObject({ request_id, code_hash: hash })
    const { code_hash: _hash, created_at: _created, expires_at: _expires, ...rest } = row!
    expect(JSON.stringify(rest).replace(PHONE, '').replace(request_id, '')).not.toContain(code)
    expect(await listOnDisk(api.databaseAddress, ['is your Orma code'])).toEqual([])
    expect(api.logged).toEqual([])
  })

  it.each([
    ['Germany', '491521234567890'],
    ['Austria', '436641234567890'],
    ['China', '8613812345678'],
    ['Argentina', '5491112345678'],
    ['Indonesia', '6281234567890'],
  ])('sends a code to a mobile of %s: +%s', async (_country, phone) => {
    const { status } = await api.start(`+${phone}`)
    expect([status, api.sentSms.map((sms) => sms.phone)]).toEqual([200, [phone]])
  })

  // Specification: 5.1
  it.each([
    '',
    '++15550001111',
    '1234567890123456',
    '1555',
    '155500011112',
    '999155500011',
    '１２３',
    null,
    7,
    {},
  ])('refuses the phone %j with the text for it', async (phone) => {
    const { status, body } = await api.start(phone)
    expect(status).toBe(400)
    expect(body).toEqual({
      success: false,
      error: 'Please enter a valid phone number',
      code: 'invalid_field',
      field: 'phone',
    })
    expect(api.sentSms).toEqual([])
  })
})

/** The texts of all statements that run within transactions meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const said: string[] = []
  const noted = (statement: Sql) => {
    said.push(statement.parts.join('?'))
    return statement
  }
  const transaction = api.db.transaction.bind(api.db)
  api.db.transaction = (inner) =>
    transaction((tx) =>
      inner({
        ...tx,
        all: (statement) => tx.all(noted(statement)),
        get: (statement) => tx.get(noted(statement)),
        run: (statement) => tx.run(noted(statement)),
      }),
    )
  await work()
  api.db.transaction = transaction
  return said
}
