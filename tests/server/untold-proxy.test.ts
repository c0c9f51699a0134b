import { expect, it, onTestFinished } from 'vitest'
import { startOrma } from '../support/orma-server.ts'

it.each([
  ['0', 1],
  ['1', 0],
])(
  'with TRUST_PROXY=%s what a proxy says of its guests is warned of %i times',
  async (TRUST_PROXY, times) => {
    const orma = await startOrma({ env: { TRUST_PROXY } })
    onTestFinished(() => orma.close())
    for (const headers of [
      {},
      { 'x-forwarded-for': '203.0.113.7' },
      { 'x-forwarded-for': '::1' },
    ]) {
      expect((await fetch(`${orma.url}/readyz`, { headers })).status).toBe(200)
    }
    await orma.stop()
    const warnings = orma.errors.filter((line) => line.includes('TRUST_PROXY is 0'))
    expect(warnings).toHaveLength(times)
    expect(warnings.join()).not.toContain('203.0.113.7')
  },
)
