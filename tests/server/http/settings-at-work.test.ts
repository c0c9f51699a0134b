import { afterAll, expect, it } from 'vitest'
import { DEFAULT_COUNTRY_META } from '../../../contract/routes.ts'
import { metaOf } from '../../../server/http/page-routes.ts'
import { startOrma } from '../../support/orma-server.ts'
import type { OrmaServer } from '../../support/orma-server.ts'

const [one, other] = await Promise.all([
  startOrma({
    env: {
      DEFAULT_COUNTRY: 'de',
      TERMS_URL: 'https://venue.example/rules?of=house',
      PRODUCT_SLUG: 'moments',
      TRUST_PROXY: '0',
    },
  }),
  startOrma({
    env: { PRIVACY_URL: 'http://venue.example', PRODUCT_SLUG: 'reel', TRUST_PROXY: '1' },
  }),
])
afterAll(() => Promise.all([one.close(), other.close()]))

const read = async ({ url }: OrmaServer, path: string) => (await fetch(url + path)).text()

it('every page has the default country, and the worker’s copy follows it', async () => {
  const paths = ['/', '/login', `/${'a'.repeat(22)}/login`, '/index.html']
  const countries = (orma: OrmaServer) =>
    Promise.all(paths.map(async (path) => metaOf(await read(orma, path), DEFAULT_COUNTRY_META)))
  expect(await countries(one)).toEqual(['DE', 'DE', 'DE', 'DE'])
  expect(await countries(other)).toEqual(paths.map(() => undefined))
  expect(await read(one, '/sw.js')).not.toBe(await read(other, '/sw.js'))
})

it('/terms and /privacy lead to the operator’s pages, else to ours', async () => {
  const target = async ({ url }: OrmaServer, path: string) => {
    const answer = await fetch(url + path, { redirect: 'manual' })
    return answer.headers.get('location') ?? answer.status
  }
  expect(await target(one, '/terms')).toBe('https://venue.example/rules?of=house')
  expect(await target(one, '/privacy')).toBe(200)
  expect(await target(other, '/terms')).toBe(200)
  expect(await target(other, '/privacy')).toBe('http://venue.example/')
})

it('a setting that does not fit is warned of once', async () => {
  for (const orma of [one, other]) {
    for (const from of ['203.0.113.7', '::1']) {
      const headers = { 'x-forwarded-for': from }
      expect((await fetch(`${orma.url}/readyz`, { headers })).status).toBe(200)
    }
    await orma.stop()
  }
  const told = one.errors.filter((line) => /PRODUCT_SLUG|TRUST_PROXY/.test(line))
  expect(told).toEqual([
    expect.stringContaining('PRODUCT_SLUG is moments, and the app was built for reel'),
    expect.stringContaining('TRUST_PROXY is 0'),
  ])
  expect(told.join()).not.toContain('203.0.113.7')
  expect(other.errors.filter((line) => /PRODUCT_SLUG|TRUST_PROXY/.test(line))).toEqual([])
})
