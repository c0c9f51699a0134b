import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import { isReleaseKey } from '../../server/http/releases.ts'
import { toForm } from '../support/api-client.ts'
import { filesBelow } from '../support/files-below.ts'
import { sharedServer } from '../support/fixtures.ts'

const TIMES = 10
const LARGEST_BYTES = 30 * 1024 ** 2
const SENT_MOST = 5 * 1024 ** 3
const PIECE = Buffer.alloc(64 * 1024, 'x')
const GROWTH_MOST_MEGABYTES = 20

const { orma, client, guest, event } = await sharedServer({
  env: { MAX_UPLOAD_BYTES: String(LARGEST_BYTES) },
})

/** Uploads a photo that never ends; gives how many bytes were taken before the line was cut. */
async function uploadWithoutEnd(): Promise<number> {
  const form = toForm({ original_date: '2026-06-20T18:30:00+02:00', timezone: 'Europe/Paris' })
  form.set('image', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])]), 'photo.jpg')
  const encoded = new Request('http://localhost', { method: 'POST', body: form })
  const start = Buffer.from(await encoded.arrayBuffer())
  const path = endpointPath(api.uploadPhoto, { event_hash: event.event_hash })
  const sent = request(orma.url + API_BASE + path, {
    method: 'POST',
    headers: {
      authorization: guest.token,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
  })
  const closed = new Promise<void>((resolve) => sent.once('close', () => resolve()))
  // The line is cut at last.
  sent.on('error', () => undefined)
  sent.on('response', (response) => response.resume())
  // Up to where the photo's bytes begin; what ends them never comes.
  sent.write(start.subarray(0, start.lastIndexOf('\r\n--')))
  let bytes = 0
  while (bytes < SENT_MOST && !sent.destroyed) {
    bytes += PIECE.length
    if (!sent.write(PIECE)) {
      const drained = new Promise<void>((resolve) => sent.once('drain', () => resolve()))
      await Promise.race([drained, closed])
    }
  }
  expect(sent.destroyed).toBe(true)
  await closed
  return bytes
}

/** The most memory that the server has ever had; undefined where the system does not tell. */
function peakMegabytes(): number | undefined {
  try {
    const status = readFileSync(`/proc/${orma.pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
  } catch {
    return undefined
  }
}

it(
  `F6: ${TIMES} photos that never end are cut, and leave nothing behind`,
  { timeout: 600_000 },
  async () => {
    for (let warmUp = 0; warmUp < 2; warmUp += 1) await uploadWithoutEnd()
    const before = peakMegabytes()
    for (let time = 0; time < TIMES; time += 1) {
      const bytes = await uploadWithoutEnd()
      expect(bytes).toBeGreaterThan(LARGEST_BYTES)
      expect(bytes).toBeLessThan(SENT_MOST)
    }
    const after = peakMegabytes()
    const left = [...(await filesBelow(join(orma.dataDir, 'blobs'))).keys()]
    expect(left.filter((key) => !isReleaseKey(key))).toEqual([])
    expect((after ?? 0) - (before ?? 0)).toBeLessThan(GROWTH_MOST_MEGABYTES)
    const params = { event_hash: event.event_hash, page: 1 }
    expect((await client.call(api.listPosts, { params })).status).toBe(200)
  },
)
