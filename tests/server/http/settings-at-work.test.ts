import { expect, it } from 'vitest'
import { DEFAULT_COUNTRY_META } from '../../../contract/routes.ts'
import { metaOf } from '../../../server/http/page-routes.ts'
import { sharedServer } from '../../support/fixtures.ts'

const { orma } = await sharedServer()
const restartWith = (env: Record<string, string>) => orma.restart({ env })
const read = async (path: string) => (await fetch(orma.url + path)).text()

it('every page has the default country, and the worker’s copy follows it', async () => {
  const paths = ['/', '/login', `/${'a'.repeat(22)}/login`, '/index.html']
  const countries = () =>
    Promise.all(paths.map(async (path) => metaOf(await read(path), DEFAULT_COUNTRY_META)))
  await restartWith({ DEFAULT_COUNTRY: 'de' })
  expect(await countries()).toEqual(['DE', 'DE', 'DE', 'DE'])
  const worker = await read('/sw.js')
  await restartWith({ DEFAULT_COUNTRY: '' })
  expect(await countries()).toEqual(paths.map(() => undefined))
  expect(await read('/sw.js')).not.toBe(worker)
})

it('/terms and /privacy lead to the operator’s pages, else to ours', async () => {
  const target = async (path: string) => {
    const answer = await fetch(orma.url + path, { redirect: 'manual' })
    return answer.headers.get('location') ?? answer.status
  }
  await restartWith({ TERMS_URL: 'https://venue.example/rules?of=house' })
  expect(await target('/terms')).toBe('https://venue.example/rules?of=house')
  expect(await target('/privacy')).toBe(200)
  await restartWith({ TERMS_URL: '', PRIVACY_URL: 'http://venue.example' })
  expect(await target('/terms')).toBe(200)
  expect(await target('/privacy')).toBe('http://venue.example/')
})

it.each([
  ['PRODUCT_SLUG', 'moments', ['PRODUCT_SLUG is moments, and the app was built for reel']],
  ['PRODUCT_SLUG', 'reel', []],
  ['TRUST_PROXY', '0', ['TRUST_PROXY is 0']],
  ['TRUST_PROXY', '1', []],
])('a setting that does not fit is warned of once: %s=%s', async (name, value, warnings) => {
  const before = orma.errors.length
  await restartWith({ [name]: value })
  for (const from of ['203.0.113.7', '::1']) {
    const ready = await fetch(`${orma.url}/readyz`, { headers: { 'x-forwarded-for': from } })
    expect(ready.status).toBe(200)
  }
  await orma.stop()
  const told = orma.errors.slice(before).filter((line) => line.includes(name))
  expect(told).toEqual(warnings.map((text) => expect.stringContaining(text)))
  expect(told.join()).not.toContain('203.0.113.7')
})
