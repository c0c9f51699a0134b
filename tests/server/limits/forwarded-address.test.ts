import { afterEach, describe, expect, it } from 'vitest'
import { startOrma } from '../../support/orma-server.ts'
import type { OrmaServer } from '../../support/orma-server.ts'

const MISSES = 60

let orma: OrmaServer
afterEach(() => orma.close())

/** Asks for an Orma that does not exist, by way of these addresses. */
async function miss(n: number, hops: string): Promise<number> {
  const { status } = await fetch(`${orma.url}/api/events/${String(n).padStart(22, 'A')}`, {
    headers: { 'x-forwarded-for': hops },
  })
  return status
}

async function missOften(hopsOf: (n: number) => string): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n <= MISSES; n += 1) statuses.push(await miss(n, hopsOf(n)))
  return statuses
}

const REFUSED_AT_LAST = [...Array.from({ length: MISSES }, () => 404), 429]

describe('X15: X-Forwarded-For', () => {
  it('counts for nothing where no proxy is configured', async () => {
    orma = await startOrma()
    expect(await missOften((n) => `198.51.100.${n}`)).toEqual(REFUSED_AT_LAST)
  })

  it('counts as far as our own proxies wrote it, whatever a client put before', async () => {
    orma = await startOrma({ env: { TRUST_PROXY: '2' } })
    const forged = (n: number) => `198.51.100.${n}, 203.0.113.7, 10.0.0.1`
    expect(await missOften(forged)).toEqual(REFUSED_AT_LAST)
    expect(await miss(100, '203.0.113.7, 203.0.113.8, 10.0.0.1')).toBe(404)
  })
})
