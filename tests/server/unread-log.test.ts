import { expect, it } from 'vitest'
import { api as calls } from '../../contract/api.ts'
import { sharedServer } from '../support/fixtures.ts'

const { orma, client } = await sharedServer({ env: { LOG_LEVEL: 'info' } })

it('a server whose output nobody reads goes on, and ends when told', async () => {
  /** Writes a line of the log, and the code to standard output. */
  const ask = async (phone: string) =>
    (await client.call(calls.startRegistration, { json: { phone } })).status
  const before = await ask('15550000001')
  await expect.poll(() => orma.errors).toContainEqual(expect.stringContaining('"level":"info"'))
  orma.stopReading()
  expect(await ask('15550000002')).toBe(before)
  expect(await ask('15550000003')).toBe(before)
  expect(await orma.stop()).toBe(0)
})
