import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOrma } from '../../support/orma-server.ts'
import type { OrmaServer } from '../../support/orma-server.ts'

let orma: OrmaServer
beforeAll(async () => {
  orma = await startOrma({ env: { TERMS_URL: 'https://venue.example/rules?of=house' } })
})
afterAll(() => orma.close())

it('/terms and /privacy lead to the operator’s pages where there are any, and are ours otherwise', async () => {
  const ask = (path: string) => fetch(orma.url + path, { redirect: 'manual' })
  const terms = await ask('/terms')
  expect([terms.status, terms.headers.get('location')]).toEqual([
    302,
    'https://venue.example/rules?of=house',
  ])
  expect((await ask('/privacy')).status).toBe(200)
  await orma.restart({ env: { TERMS_URL: '', PRIVACY_URL: 'http://venue.example' } })
  expect((await ask('/terms')).status).toBe(200)
  expect((await ask('/privacy')).headers.get('location')).toBe('http://venue.example/')
})
