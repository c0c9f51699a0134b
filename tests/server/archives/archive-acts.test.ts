import { expect, it, vi } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { AuditEntry } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { makeArchiveOrma } from '../../support/archive-orma.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'

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
  expect(entries.map(({ action }) => action)).toEqual(['download'])
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
  const metrics = await (await fetch(`${orma.origin}/metrics`)).text()
  const download = /^orma_http_requests_total\{method="GET",route="[^"]+\/download"/
  const counted = metrics.split('\n').filter((line) => download.test(line))
  expect(counted).toEqual([expect.stringContaining('status="2xx"')])
  const answer = await orma.call(calls.listAudit, orma.owner.token)
  expect(await answer.json()).toMatchObject({ entries: [] })
})
