import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { banPhone } from '../../../server/users/bans.ts'
import { needServer, settingsOf } from '../../support/database-places.ts'
import { runProgram } from '../../support/failed-start.ts'
import { freshPeople } from '../../support/fixtures.ts'

needServer()

const PHONE = '15550001111'

const { api } = freshPeople()

const people = (...options: string[]) =>
  runProgram(['server/commands/people.ts', `--phone=+${PHONE}`, ...options], {
    ...settingsOf(api.databaseAddress, api.folder),
    INIT_CWD: api.folder,
  })

it('`npm run people` says that a number is banned, with and without an account', async () => {
  await api.signUp(PHONE, 'Bodo')
  await api.db.transaction((tx) => banPhone(tx, PHONE, Date.UTC(2026, 5, 20)))
  const words = /is banned since 2026-06-20\. The ban stays until you lift it in \/admin/
  expect((await people()).out).toMatch(words)
  expect((await people('--delete', '--yes')).out).toMatch(words)
  expect((await people()).error).toMatch(words)

  expect((await people('--export', '--to=here')).out).toMatch(/^Wrote person\.json .* is banned\./)
  const file = await readFile(join(api.folder, 'here/person.json'), 'utf8')
  const banned = { created_at: '2026-06-20T00:00:00.000Z' }
  expect(JSON.parse(file)).toEqual({ codes: [], banned })
})
