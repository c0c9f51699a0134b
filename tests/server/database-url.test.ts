import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { startUntilEnd } from '../support/failed-start.ts'
import { sharedFolder } from '../support/fixtures.ts'

const folder = await sharedFolder()
let deadPort: number
beforeAll(async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  deadPort = (server.address() as AddressInfo).port
  await new Promise((resolve) => server.close(resolve))
})

const start = (DATABASE_URL: string) => startUntilEnd({ DATA_DIR: folder, DATABASE_URL })

describe('DATABASE_URL', () => {
  it.each(['mysql://orma:secret@localhost/orma', '/var/lib/orma.db', 'postgres://orma:secret@:x/'])(
    'as %j stops the start with one line that says what it may be',
    async (url) => {
      expect(await start(url)).toEqual({
        code: 1,
        out: '',
        error:
          'Orma cannot start. DATABASE_URL has a value that cannot be used; allowed: an address like postgres://user:password@host:5432/orma.\n',
      })
    },
  )

  it.each(['127.0.0.1', 'localhost'])(
    'of a database on %s that does not answer stops the start',
    async (host) => {
      const { code, out, error } = await start(`postgres://orma:secret@${host}:${deadPort}/orma`)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(error).toMatch(
        /^Orma cannot start\. The database of DATABASE_URL cannot be opened: .*ECONNREFUSED.*\.\n$/,
      )
      expect(error).not.toContain('secret')
    },
  )
})
