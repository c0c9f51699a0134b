import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { startUntilEnd } from '../support/failed-start.ts'
import { sharedFolder } from '../support/fixtures.ts'

const folder = await sharedFolder()

async function refusalOf(settings: Record<string, string>): Promise<string> {
  const { code, out, error } = await startUntilEnd({ DATA_DIR: folder, ...settings })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  return error
}

it('a HOST that is no address of this machine stops the start with one line', async () => {
  // Of a network that is nobody's (RFC 5737), and a name that is nobody's (RFC 6761), which a machine may fail to look up.
  expect(await refusalOf({ HOST: '192.0.2.1' })).toBe(
    'Orma cannot start. HOST 192.0.2.1 is no address of this machine (EADDRNOTAVAIL).\n',
  )
  expect(await refusalOf({ HOST: 'orma.invalid' })).toMatch(
    /^Orma cannot start\. HOST orma\.invalid (is no address of this machine \(ENOTFOUND|cannot be looked up \(EAI_AGAIN)\)\.\n$/,
  )
})

it('a PORT that is taken stops the start with one line', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await refusalOf({ PORT: String(port) })).toBe(
    `Orma cannot start. PORT ${port} on 127.0.0.1 is taken by another program (EADDRINUSE).\n`,
  )
  await new Promise((resolve) => other.close(resolve))
})
