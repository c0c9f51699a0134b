import { expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { ARCHIVES } from '../../../contract/limits.ts'
import { addHit } from '../../../server/limits/limit.ts'
import { makeArchiveOrma } from '../../support/archive-orma.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'

const api = await sharedWholeApi()

it('archives are given twenty times a minute and 500 times a day at most', async () => {
  const orma = await makeArchiveOrma(api)
  await orma.add(await makePhoto({ width: 160, height: 120 }))
  for (let n = 1; n <= ARCHIVES.perMinute; n += 1) await orma.ask()
  const refused = await orma.call(calls.askForArchive, orma.owner.token)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  api.clock.advance(60_000)
  expect((await orma.call(calls.askForArchive, orma.owner.token)).status).toBe(200)
  const scope = `archive:${orma.owner.user.id}`
  for (let n = ARCHIVES.perMinute + 1; n < ARCHIVES.perDay; n += 1)
    await addHit(api.db, scope, api.clock.ms - 2 * 60_000)
  const ended = await orma.call(calls.askForArchive, orma.owner.token)
  expect([ended.status, Number(ended.headers.get('retry-after'))]).toEqual([429, 86_280])
})
