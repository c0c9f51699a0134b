import { describe, expect, it } from 'vitest'
import { api } from '../../contract/api.ts'
import { CLIENT_ERRORS_PER_ADDRESS } from '../../contract/limits.ts'
import { sharedServer } from '../support/fixtures.ts'
import { listenTo } from '../support/live-listener.ts'
import { makePhoto } from '../support/photos.ts'
import { createTusCaller } from '../support/tus-caller.ts'

const { orma, client, owner } = await sharedServer()

const LINE = /^([a-z_\d]+)(?:\{((?:[a-z_]+="[^"\\\n]*",?)+)\})? (-?[\d.e+-]+|Nan)$/

/** Values by name and labels, labels in the order they are written in; every line is to be one of the format. */
async function readMetrics(): Promise<{ text: string; values: Map<string, number> }> {
  const response = await fetch(`${orma.url}/metrics`)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  const values = new Map<string, number>()
  for (const line of text.trimEnd().split('\n')) {
    if (/^# (HELP|TYPE) [a-z_\d]+ \S/.test(line)) continue
    const [, name, labels, value] = LINE.exec(line) ?? []
    expect(name, line).toBeDefined()
    values.set(labels ? `${name}{${labels}}` : String(name), Number(value))
  }
  return { text, values }
}

describe('GET /metrics', () => {
  it('counts answers by route and status, and how long they took, and names no Orma', async () => {
    const event = await client.createOrma(owner)
    const ask = (event_hash: string) =>
      client.call(api.listPosts, { params: { event_hash, page: 1 } })
    for (let n = 0; n < 3; n += 1) await ask(event.event_hash)
    await ask('A'.repeat(22))
    await fetch(`${orma.url}/api/nothing/here`)

    const { text, values } = await readMetrics()
    const posts = 'method="GET",route="/api/events/{event_hash}/posts/{page}"'
    expect(values.get(`orma_http_requests_total{${posts},status="2xx"}`)).toBe(3)
    expect(values.get(`orma_http_requests_total{${posts},status="4xx"}`)).toBe(1)
    expect(values.get('orma_http_requests_total{method="GET",route="/api/*",status="4xx"}')).toBe(1)

    const duration = 'orma_http_request_duration_seconds'
    const buckets = [...values].flatMap(([name, value]) =>
      name.startsWith(`${duration}_bucket{le=`) && name.endsWith(`,${posts}}`) ? value : [],
    )
    expect(buckets.length).toBeGreaterThan(8)
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b))
    expect(buckets.at(-1)).toBe(4)
    expect(values.get(`${duration}_count{${posts}}`)).toBe(4)
    expect(values.get(`${duration}_sum{${posts}}`)).toBeGreaterThan(0)
    expect(text).not.toContain(event.event_hash)
    expect(text).not.toContain('nothing')
  })

  it('tells what waits, who listens and what memory is used', async () => {
    const before = (await readMetrics()).values
    for (const name of ['orma_uploads_waiting', 'orma_live_listeners']) {
      expect(before.get(name)).toBe(0)
    }
    for (const queue of ['photo', 'film', 'large photo']) {
      expect(before.get(`orma_jobs{queue="${queue}",state="ready"}`)).toBe(0)
      expect(before.get(`orma_job_wait_seconds{queue="${queue}"}`)).toBe(0)
    }
    expect(before.get('orma_database_waiting')).toBeGreaterThanOrEqual(0)
    const connections = ['used', 'idle'].map((state) =>
      before.get(`orma_database_connections{state="${state}"}`),
    )
    expect(Number(connections[0]) + Number(connections[1])).toBeGreaterThan(0)
    expect(before.get('process_resident_memory_bytes')).toBeGreaterThan(20_000_000)
    expect(before.get('process_open_fds')).toBeGreaterThan(3)
    expect(before.get('process_uptime_seconds')).toBeGreaterThan(0)
    expect(before.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)

    const event = await client.createOrma(owner)
    await createTusCaller(orma, event, owner).begin(await makePhoto({ width: 64, height: 64 }))
    const listeners = [
      await listenTo(orma.url, event.event_hash),
      await listenTo(orma.url, event.event_hash),
    ]
    const now = (await readMetrics()).values
    expect(now.get('orma_uploads_waiting')).toBe(1)
    expect(now.get('orma_live_listeners')).toBe(2)
    await Promise.all(listeners.map((listener) => listener.close()))
    const listening = async () => (await readMetrics()).values.get('orma_live_listeners')
    await expect.poll(listening).toBe(0)
  })

  it('counts what pages tell of their errors, of each address up to a limit', async () => {
    const series = 'orma_client_errors_total{kind="worker"}'
    expect((await readMetrics()).values.get(series)).toBe(0)
    const tell = () => client.call(api.reportClientError, { json: { kind: 'worker' } })
    for (let n = 0; n < CLIENT_ERRORS_PER_ADDRESS.max; n += 1) {
      expect((await tell()).status).toBe(204)
    }
    expect((await tell()).status).toBe(429)
    expect((await readMetrics()).values.get(series)).toBe(CLIENT_ERRORS_PER_ADDRESS.max)
  })
})
