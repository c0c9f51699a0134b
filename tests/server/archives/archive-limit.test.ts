import { afterAll, beforeAll, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { ARCHIVES_PER_MINUTE } from '../../../contract/limits.ts'
import { makeArchiveOrma } from '../../support/archive-orma.ts'
import { makePhoto } from '../../support/photos.ts'
import { startWholeApi } from '../../support/whole-api.ts'
import type { WholeApi } from '../../support/whole-api.ts'

let api: WholeApi
beforeAll(async () => {
  api = await startWholeApi()
})
afterAll(() => api.close())

it('archives are given to one person twenty times a minute at most', async () => {
  const orma = await makeArchiveOrma(api)
  await orma.add(await makePhoto({ width: 160, height: 120 }))
  for (let n = 1; n <= ARCHIVES_PER_MINUTE; n += 1) await orma.ask()
  const refused = await orma.call(calls.askForArchive, orma.owner.token)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  api.clock.advance(60_000)
  expect((await orma.call(calls.askForArchive, orma.owner.token)).status).toBe(200)
})
