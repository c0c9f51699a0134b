import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { countRows, sql } from '../../../server/db/sql.ts'
import { listOperatorActs } from '../../../server/operator/operator-acts.ts'
import { banPhone, findBan } from '../../../server/users/bans.ts'
import { needServer, settingsOf } from '../../support/database-places.ts'
import { runProgram } from '../../support/failed-start.ts'
import { freshPeople } from '../../support/fixtures.ts'

needServer()

const PHONE = '15550001111'

const { api } = freshPeople()

const people = (...options: string[]) => peopleWith({}, ...options)
const peopleWith = (settings: Record<string, string>, ...options: string[]) =>
  runProgram(['server/commands/people.ts', `--phone=+${PHONE}`, ...options], {
    ...settingsOf(api.databaseAddress, api.folder),
    INIT_CWD: api.folder,
    ...settings,
  })

it('`npm run people` says that a number is banned, with and without an account', async () => {
  await api.signUp(PHONE, 'Bodo')
  await api.db.transaction((tx) => banPhone(tx, PHONE, Date.UTC(2026, 5, 20)))
  const words = /is banned since 2026-06-20\. The ban stays until you lift it with --lift-ban\.$/m
  expect((await people()).out).toMatch(words)
  expect((await people('--delete', '--yes')).out).toMatch(words)
  expect((await people()).error).toMatch(words)

  expect((await people('--export', '--to=here')).out).toMatch(/^Wrote person\.json .* is banned\./)
  const file = await readFile(join(api.folder, 'here/person.json'), 'utf8')
  const banned = { created_at: '2026-06-20T00:00:00.000Z' }
  expect(JSON.parse(file)).toEqual({ codes: [], banned })
})

it('`npm run people` bans a number and lifts the ban, where nobody has /admin', async () => {
  const { user } = await api.signUp(PHONE, 'Berta')
  const isBanned = async () => (await findBan(api.db, PHONE)) !== undefined
  expect((await people('--ban')).out).toBe(
    `+${PHONE} is banned now: signed out, and let in no more. What it added stays.\n`,
  )
  expect(await isBanned()).toBe(true)
  expect(await countRows(api.db, sql`from sessions where user_id = ${user.id}`)).toBe(0)
  expect((await people('--ban')).out).toBe(`+${PHONE} was banned already.\n`)

  expect((await people('--lift-ban')).out).toBe(`+${PHONE} may sign in again.\n`)
  expect(await isBanned()).toBe(false)
  expect((await people('--lift-ban')).out).toBe(`+${PHONE} is not banned.\n`)
  const acts = await listOperatorActs(api.db)
  expect(acts.map(({ action, about }) => [action, about])).toEqual([
    ['lift_ban', '+15550••••11'],
    ['ban', '+15550••••11'],
  ])
})

it('`npm run people` bans no number of ADMIN_PHONES', async () => {
  const { code, error } = await peopleWith({ ADMIN_PHONES: `+${PHONE}` }, '--ban')
  expect([code, error]).toEqual([
    1,
    `+${PHONE} is one of ADMIN_PHONES: take it out of there first.\n`,
  ])
})
