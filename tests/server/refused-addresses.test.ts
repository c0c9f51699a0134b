import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { refusedStart } from '../support/failed-start.ts'
import { sharedFolder } from '../support/fixtures.ts'
import { freePort, listenAnywhere } from '../support/listening.ts'

const DATA_DIR = await sharedFolder()
const refusalOf = (settings: Record<string, string>) => refusedStart({ DATA_DIR, ...settings })

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
  const other = createServer()
  const port = await listenAnywhere(other)
  expect(await refusalOf({ PORT: String(port) })).toBe(
    `Orma cannot start. PORT ${port} on 127.0.0.1 is taken by another program (EADDRINUSE).\n`,
  )
  other.close()
})

describe('DATABASE_URL', () => {
  it.each(['mysql://orma:secret@localhost/orma', '/var/lib/orma.db', 'postgres://orma:secret@:x/'])(
    'as %j stops the start with one line that says what it may be',
    async (DATABASE_URL) => {
      expect(await refusalOf({ DATABASE_URL })).toBe(
        'Orma cannot start. DATABASE_URL has a value that cannot be used; allowed: an address like postgres://user:password@host:5432/orma, with special characters of the password percent-encoded (/ is %2F, @ is %40).\n',
      )
    },
  )

  it('of a database that does not answer stops the start', async () => {
    const DATABASE_URL = `postgres://orma:secret@localhost:${await freePort()}/orma`
    const line = await refusalOf({ DATABASE_URL })
    expect(line).toMatch(
      /^Orma cannot start\. The database of DATABASE_URL cannot be opened: .*ECONNREFUSED.*\.\n$/,
    )
    expect(line).not.toContain('secret')
  })
})
