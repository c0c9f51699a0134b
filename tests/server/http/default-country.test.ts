import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEFAULT_COUNTRY_META } from '../../../contract/routes.ts'
import { metaOf } from '../../../server/http/page-routes.ts'
import { startOrma } from '../../support/orma-server.ts'
import type { OrmaServer } from '../../support/orma-server.ts'

let orma: OrmaServer
beforeAll(async () => {
  orma = await startOrma({ env: { DEFAULT_COUNTRY: 'de' } })
})
afterAll(() => orma.close())

const read = async (path: string) => (await fetch(orma.url + path)).text()
const countryOf = async (path: string) => metaOf(await read(path), DEFAULT_COUNTRY_META)

it('every page has the default country, and what the worker keeps is new where it changes', async () => {
  const paths = ['/', '/login', `/${'a'.repeat(22)}/login`, '/index.html']
  expect(await Promise.all(paths.map(countryOf))).toEqual(['DE', 'DE', 'DE', 'DE'])
  const worker = await read('/sw.js')
  await orma.restart({ env: { DEFAULT_COUNTRY: '' } })
  expect(await Promise.all(paths.map(countryOf))).toEqual(paths.map(() => undefined))
  const workerBefore = await read('/sw.js')
  expect(workerBefore).not.toBe(worker)
  await orma.restart({ env: { DEFAULT_COUNTRY: 'DE' } })
  expect(await read('/sw.js')).toBe(worker)
})
