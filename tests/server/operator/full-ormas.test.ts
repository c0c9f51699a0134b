import { expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { AdminEvent } from '../../../contract/admin.ts'
import { sql } from '../../../server/db/sql.ts'
import { createApiClient } from '../../support/api-client.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import { ADMIN_PHONE } from '../../support/whole-api.ts'

const OF_ALL = 20_000_000
const OF_EACH = 10_000_000
const api = await sharedWholeApi({
  env: { STORAGE_LIMIT: String(OF_ALL), EVENT_STORAGE_LIMIT: String(OF_EACH) },
})
const client = createApiClient(api)

it('are marked for who runs the server, all of them where its room is used', async () => {
  const admin = await api.signUp({ phone: ADMIN_PHONE, name: 'Ada', email: 'ada@example.com' })
  await client.createOrma(admin, { name: 'Empty' })
  const { id } = await client.createOrma(admin, { name: 'Large' })
  const fullAt = async (bytes: number): Promise<string[]> => {
    await api.db.run(sql`update events set storage_bytes = ${bytes} where id = ${id}`)
    const { body } = await client.call(calls.listAllEvents, { token: admin.token })
    return body.events
      .filter(({ isFull }: AdminEvent) => isFull)
      .map(({ name }: AdminEvent) => name)
  }
  expect(await fullAt(OF_EACH - 1)).toEqual([])
  expect(await fullAt(OF_EACH)).toEqual(['Large'])
  expect(await fullAt(OF_ALL)).toEqual(['Large', 'Empty'])
})
