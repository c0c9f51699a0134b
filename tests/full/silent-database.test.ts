import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startUntilEnd } from '../support/failed-start.ts'

it('a database that takes the connection and says nothing stops the start with one line', async () => {
  const silent = createServer((socket) => socket.on('error', () => socket.destroy()).resume())
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'orma-silent-'))

  const DATABASE_URL = `postgres://orma:secret@127.0.0.1:${port}/orma`
  const { code, error } = await startUntilEnd({ DATA_DIR, DATABASE_URL })
  expect(code).toBe(1)
  expect(error).toMatch(
    /^Orma cannot start\. The database of DATABASE_URL cannot be opened: [^\n]*\.\n$/,
  )
  await new Promise((resolve) => silent.close(resolve))
  await rm(DATA_DIR, { recursive: true, force: true })
})
