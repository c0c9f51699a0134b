import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { enqueueJob } from '../../../server/jobs/jobs.ts'
import { currentRequest } from '../../../server/log.ts'
import { PHOTO_QUEUE } from '../../../server/uploads/process-photo.ts'
import { openDatabase } from '../../support/database-places.ts'
import { sharedServer } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

const { orma, client, owner, event } = await sharedServer({
  env: { LOG_LEVEL: 'info', TRUST_PROXY: '1' },
})

/** What was logged for a request, as it was written. */
function linesOf(request: string | null): Record<string, unknown>[] {
  const entries = orma.errors.map((line) => JSON.parse(line) as Record<string, unknown>)
  return entries.filter((entry) => entry['request'] === request)
}

async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(orma.url + path, { headers })
  await response.arrayBuffer()
  return { status: response.status, id: response.headers.get('x-request-id') }
}

describe('a request', () => {
  it('is one line with its answer’s id, without Orma, token or address', async () => {
    const { event_hash } = event
    const { token } = owner
    const posts = await client.call(api.listPosts, { params: { event_hash, page: 1 }, token })
    const id = posts.headers.get('x-request-id')
    expect(id).toMatch(UUID)
    await expect.poll(() => linesOf(id)).toHaveLength(1)
    expect(linesOf(id)[0]).toEqual({
      time: expect.any(String),
      level: 'info',
      message: 'request',
      request: id,
      method: 'GET',
      route: '/api/events/{event_hash}/posts/{page}',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
    })
    expect(linesOf(id)[0]?.['bytes']).toBeGreaterThan(Number(posts.headers.get('content-length')))

    const page = await ask(`/${event_hash}`)
    await expect.poll(() => linesOf(page.id)).toMatchObject([{ route: '/*', status: 200 }])
    const all = orma.errors.join('\n')
    for (const secret of [event_hash, token, owner.user.name, '127.0.0.1']) {
      expect(all).not.toContain(secret)
    }
  })

  it('has its id at the jobs that are done for it, whoever does them', async () => {
    const large = await makePhoto({ width: 2400, height: 1800 })
    const { headers } = await client.upload(event, owner, large)
    const id = headers.get('x-request-id')
    const jobs = () => linesOf(id).filter(({ message }) => message === 'job done')
    await expect.poll(jobs).toMatchObject([{ queue: 'photo' }, { queue: 'large photo' }])

    await orma.stop()
    const db = await openDatabase(orma.databaseAddress)
    const request = { id: 'of-another-process', route: undefined }
    await currentRequest.run(request, () => enqueueJob(db, PHOTO_QUEUE, { post_id: 0 }, 1))
    await db.close()
    await orma.restart()
    await expect.poll(() => linesOf(request.id)).toMatchObject([{ queue: 'photo' }])
  })

  it('has its id in whatever else is logged for it', async () => {
    const blobs = join(orma.dataDir, 'blobs')
    await rm(blobs, { recursive: true, force: true })
    await writeFile(blobs, '')
    const { status, id } = await ask('/readyz')
    expect(status).toBe(503)
    await expect
      .poll(() => linesOf(id))
      .toMatchObject([
        { level: 'warn', message: 'not ready', check: 'blob store' },
        { level: 'info', message: 'request', route: '/readyz', status: 503 },
      ])
  })
})
