import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '../../contract/api.ts'
import { sql } from '../../server/db/sql.ts'
import { createApiClient } from '../support/api-client.ts'
import type { Person } from '../support/api-client.ts'
import { openDatabase } from '../support/database-places.ts'
import { runProgram, startUntilEnd } from '../support/failed-start.ts'
import { backUp, openPlaces, restore, startAt } from '../support/installation-places.ts'
import type { Places } from '../support/installation-places.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { sha256Of } from '../support/sized-photos.ts'

const ROOT = join(import.meta.dirname, '../..')
const TIMEOUT_MS = 10 * 60_000

let places: Places
/** Folder of a release like this one whose database has one more column. */
let newer: string

beforeAll(async () => {
  places = await openPlaces()
  newer = join(places.scratch, 'newer')
  await mkdir(newer)
  for (const part of ['contract', 'film', 'server', 'package.json']) {
    await cp(join(ROOT, part), join(newer, part), { recursive: true })
  }
  for (const part of ['node_modules', 'dist']) await symlink(join(ROOT, part), join(newer, part))
  const migration = 'alter table users add column nickname text;\n'
  await writeFile(join(newer, 'server/db/migrations/9999-nicknames.sql'), migration)
})
afterAll(() => places.close())

it.each(['SQLite', 'PostgreSQL'] as const)(
  'a new release starts on old data of %s; a backup leads back',
  { timeout: TIMEOUT_MS },
  async (engine) => {
    const place = await places.add(engine)
    const orma = await startAt(place)
    const client = createApiClient(orma)
    const guest = await client.signUp('Gero Guest')
    const event = await client.createOrma(guest)
    const { body } = await client.upload(event, guest, await makePhoto({ seed: 1 }))
    await client.whenProcessed(event, guest, body.post.id as number)
    const before = await readFeed(orma, event.event_hash, guest)
    const backup = join(places.scratch, `before-${engine}`)
    expect((await backUp(backup, place)).code).toBe(0)

    await orma.restart({ root: newer })
    expect(await readFeed(orma, event.event_hash, guest)).toEqual(before)
    const db = await openDatabase(orma.databaseAddress)
    expect(await db.get(sql`select nickname from users`)).toEqual({ nickname: null })
    await db.close()
    await client.upload(event, guest, await makePhoto({ seed: 2 }))

    // What the newer release backs up, this one does not take.
    const later = join(places.scratch, `after-${engine}`)
    const command = ['server/commands/backup.ts', later]
    expect((await runProgram(command, place, newer)).code).toBe(0)
    const refused = await restore(later, await places.add(engine))
    expect(refused.error).toMatch(/^The backup is of a newer release: .* 9999, .*\.\n$/)
    await orma.close()
    const tooOld = await startUntilEnd({ ...place })
    expect(tooOld.error).toMatch(/^Orma cannot start\. The database is that of a newer release: /)

    const back = await places.add(engine)
    expect((await restore(backup, back)).code).toBe(0)
    const again = await startAt(back)
    expect(await readFeed(again, event.event_hash, guest)).toEqual(before)
    await again.close()
    // The newer release takes the older one's backup as well.
    const forth = await places.add(engine)
    const restoring = ['server/commands/restore.ts', backup]
    expect((await runProgram(restoring, forth, newer)).code).toBe(0)
  },
)

/** A feed, with the bytes of its pictures. */
async function readFeed(orma: OrmaServer, event_hash: string, { token }: Person) {
  const params = { event_hash, page: 1 }
  const { status, body } = await createApiClient(orma).call(api.listPosts, { params, token })
  expect(status).toBe(200)
  const paths = [...JSON.stringify(body).matchAll(/"(\/media\/[^"]+)"/g)]
  const pictures = paths.map(async ([, path = '']) => {
    const response = await fetch(orma.url + path)
    return [path, response.status, sha256Of(await response.bytes())]
  })
  return [body, await Promise.all(pictures)]
}
