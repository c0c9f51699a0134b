import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { AuditEntry } from '../../../contract/audit-entry.ts'
import { ARCHIVES } from '../../../contract/limits.ts'
import { sql } from '../../../server/db/sql.ts'
import { PACE } from '../../../server/http/request-bodies.ts'
import { addHit } from '../../../server/limits/limit.ts'
import { addOrganiser, dropOrganiser } from '../../../server/organisers/organisers.ts'
import { makeArchiveOrma } from '../../support/archive-orma.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import { makeLargePhoto, makePhoto } from '../../support/photos.ts'
import { startWholeApi } from '../../support/whole-api.ts'

/** Until then nothing is found out for an archive. */
let letGo = Promise.resolve()
const api = await sharedWholeApi({
  watchBlobs: (blobs) => ({
    ...blobs,
    async withFiles(...asked) {
      await letGo
      return blobs.withFiles(...asked)
    },
  }),
})

it('an owner’s download is written down once, however often it goes on, and no guest’s', async () => {
  const orma = await makeArchiveOrma(api)
  await orma.add(await makePhoto({ width: 160, height: 120 }), { author: orma.guest })
  const { url } = await orma.ask()
  const { url: ofGuest } = await orma.ask(calls.askForOwnArchive, orma.guest.token)
  for (const address of [url, url, ofGuest]) await (await fetch(address)).arrayBuffer()
  const answer = await orma.call(calls.listAudit, orma.owner.token)
  const { entries } = (await answer.json()) as { entries: AuditEntry[] }
  expect(entries.map(({ action }) => action)).toEqual(['download', 'create'])
})

it('who leaves while their archive is prepared is no failure and no download', async () => {
  const orma = await makeArchiveOrma(api)
  const { id } = await orma.add(await makePhoto({ width: 160, height: 120 }))
  const { url } = await orma.ask()
  await api.db.run(sql`delete from archive_files where post_id = ${id}`)
  const held = Promise.withResolvers<void>()
  letGo = held.promise
  const leaving = new AbortController()
  const asked = fetch(url, { signal: leaving.signal })
  await vi.waitUntil(() => api.running() > 0)
  leaving.abort()
  await expect(asked).rejects.toThrow('aborted')
  await vi.waitUntil(() => api.running() === 0, { timeout: 60_000 })
  held.resolve()
  const metrics = await (await fetch(`${api.url}/metrics`)).text()
  const download = /^orma_http_requests_total\{method="GET",route="[^"]+\/download"/
  const counted = metrics.split('\n').filter((line) => download.test(line))
  expect(counted).toEqual([expect.stringContaining('status="2xx"')])
  const answer = await orma.call(calls.listAudit, orma.owner.token)
  expect(await answer.json()).toMatchObject({ entries: [{ action: 'create' }] })
})

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

it('a reader that stands still goes on where others are cut, and gets it all', async () => {
  // A busy machine takes a second for some of the calls before, which are not to be cut.
  const pace = { ...PACE, idleMs: 3_000 }
  const slow = await startWholeApi({ pace })
  const orma = await makeArchiveOrma(slow)
  const photo = await makeLargePhoto()
  for (let count = 0; count < 4; count += 1) await orma.add(photo)
  const { url, bytes } = await orma.ask()
  const reader = (await fetch(url)).body!.getReader()
  let size = (await reader.read()).value!.length
  for (let idle = 0; idle < 2; idle += 1) {
    const bystander = connect({ port: slow.port, host: '127.0.0.1' }).resume()
    await once(bystander, 'close')
  }
  for (let next = await reader.read(); !next.done; next = await reader.read())
    size += next.value.length
  expect(size).toBe(bytes)
  await slow.close()
})

it('an organiser’s download is theirs, and is over once they are removed', async () => {
  const orma = await makeArchiveOrma(api)
  await orma.add(await makePhoto({ width: 160, height: 120 }))
  const role = { event_id: orma.event.id, user_id: orma.guest.user.id }
  await api.db.transaction((tx) => addOrganiser(tx, role, api.clock.ms))
  const { url } = await orma.ask(calls.askForArchive, orma.guest.token)
  await (await fetch(url)).arrayBuffer()
  const answer = await orma.call(calls.listAudit, orma.owner.token)
  const { entries } = (await answer.json()) as { entries: AuditEntry[] }
  expect(entries[0]).toMatchObject({ action: 'download', User: { name: 'Gero Guest' } })
  await api.db.transaction((tx) => dropOrganiser(tx, role))
  expect((await fetch(url)).status).toBe(410)
})
