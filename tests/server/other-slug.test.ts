import { expect, it, onTestFinished } from 'vitest'
import { startOrma } from '../support/orma-server.ts'

it.each([
  ['moments', 1],
  ['reel', 0],
])(
  'with PRODUCT_SLUG=%s a server whose app was built for reel is there, and warns of it %i times',
  async (PRODUCT_SLUG, times) => {
    const orma = await startOrma({ env: { PRODUCT_SLUG } })
    onTestFinished(() => orma.close())
    expect((await fetch(`${orma.url}/readyz`)).status).toBe(200)
    await orma.stop()
    const warnings = orma.errors.filter((line) => line.includes('PRODUCT_SLUG'))
    expect(warnings).toHaveLength(times)
    if (times === 0) return
    expect(warnings.join()).toContain(
      'PRODUCT_SLUG is moments, and the app was built for reel: it finds no highlights. Set PRODUCT_SLUG=reel, or build it with VITE_PRODUCT_SLUG=moments.',
    )
  },
)
