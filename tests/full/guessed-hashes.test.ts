import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import { UNKNOWN_EVENTS_PER_ADDRESS } from '../../contract/limits.ts'
import { createApiClient } from '../support/api-client.ts'
import { startOrma } from '../support/orma-server.ts'
import type { OrmaServer } from '../support/orma-server.ts'

const GUESSES = 100_000
const AT_ONCE = 50

let orma: OrmaServer
beforeAll(async () => {
  orma = await startOrma()
})
afterAll(() => orma.close())

const statusOf = async (event_hash: string) => {
  const answer = await fetch(orma.url + API_BASE + endpointPath(api.getEvent, { event_hash }))
  await answer.arrayBuffer()
  return answer.status
}

it(
  `X6: of ${GUESSES} addresses guessed from one place, 60 in ten minutes are looked at`,
  { timeout: 1_200_000 },
  async () => {
    const client = createApiClient(orma)
    const { event_hash } = await client.createOrma(await client.signUp('Olga Owner'))
    const counts = new Map<number, number>()
    const startedAt = performance.now()
    let left = GUESSES
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (left-- > 0) {
          const status = await statusOf(randomBytes(16).toString('base64url'))
          counts.set(status, (counts.get(status) ?? 0) + 1)
          if (left % 1000 === 0) expect(await statusOf(event_hash)).toBe(200)
        }
      }),
    )
    // A slow machine takes more than one span for them.
    const spans =
      1 + Math.floor((performance.now() - startedAt) / UNKNOWN_EVENTS_PER_ADDRESS.windowMs)
    expect(new Set(counts.keys())).toEqual(new Set([404, 429]))
    expect(counts.get(404)).toBeLessThanOrEqual(spans * UNKNOWN_EVENTS_PER_ADDRESS.misses)
  },
)
