import { describe, expect, it } from 'vitest'
import { importsOf, readFile, sourcesBelow } from './support/source-files.ts'

/** What is imported and not used leaves some letters behind where its modules do something by themselves. */
const LETTERS_MIN = 200

/** Packages that the product was asked to be made of, by the program that each has to be in. */
const ASKED_FOR = {
  page: [
    'react',
    'react-dom',
    '@tanstack/react-router',
    '@tanstack/react-query',
    '@tanstack/query-persist-client-core',
    'idb-keyval',
    'workbox-window',
    'ofetch',
    'react-phone-number-input',
    'qr-code-styling',
    'dayjs',
    'remotion',
    '@remotion/player',
  ],
  worker: ['workbox-precaching', 'workbox-routing', 'workbox-strategies'],
} as const

// What the build says of itself: to be in package.json, or to be imported and then left out, is not enough.
describe.each(['page', 'worker'] as const)('the built %s', (program) => {
  const lengths: Record<string, number> = JSON.parse(
    readFile(`dist/.vite/${program}-packages.json`),
  )
  it.each(ASKED_FOR[program])('has %s in it', (name) => {
    expect(lengths[name] ?? 0).toBeGreaterThan(LETTERS_MIN)
  })
})

describe('the build', () => {
  it('is made with vite-plugin-pwa', () => {
    expect(importsOf('vite.config.ts')).toContain('vite-plugin-pwa')
    expect(readFile('dist/sw.js')).toMatch(/"revision":"\w+","url":"index\.html"/)
  })
})

describe('the tests', () => {
  const imports = sourcesBelow('tests').flatMap(importsOf)
  it.each(['vitest', 'fake-indexeddb'])('are made with %s', (name) => {
    expect(imports.some((path) => path === name || path.startsWith(`${name}/`))).toBe(true)
  })
})
