import { describe, expect, it } from 'vitest'
import { NOT_PAGES } from '../../contract/pages.ts'
import { parsePageMessage } from '../../contract/worker-messages.ts'

const HASH = 'AAAAAAAAAAAAAAAAAAAAAA'

/** As a NavigationRoute takes its denylist. */
function isPage({ pathname, search }: URL): boolean {
  return !NOT_PAGES.some((pattern) => pattern.test(pathname + search))
}

describe('a page', () => {
  it.each([
    '/',
    '/login',
    `/${HASH}`,
    `/${HASH}/upload`,
    `/${HASH}/login/verify=true&name=false`,
    `/${HASH}?from=a.b`,
    '/a.b/upload',
    '/apiary',
  ])('is at %s', (path) => {
    expect(isPage(new URL(path, 'https://orma.example'))).toBe(true)
  })

  it.each([
    '/api/events',
    '/api?page=1',
    '/media/abc.webp',
    '/assets/index.js',
    '/sw.js',
    '/sw.js?a=b/c',
    '/healthz',
    `/${HASH}/manifest.webmanifest`,
  ])('is not at %s', (path) => {
    expect(isPage(new URL(path, 'https://orma.example'))).toBe(false)
  })
})

describe('parsePageMessage', () => {
  it('knows the words that a page may say', () => {
    expect(parsePageMessage({ type: 'DRAIN' })).toEqual({ type: 'DRAIN' })
    expect(parsePageMessage({ type: 'DRAIN', submit: HASH })).toEqual({
      type: 'DRAIN',
      submit: HASH,
    })
    expect(parsePageMessage({ type: 'SKIP_WAITING' })).toEqual({ type: 'SKIP_WAITING' })
  })

  it.each([undefined, null, 'DRAIN', { type: 'CACHE_URLS' }, { type: 'DRAIN', submit: '../x' }])(
    'takes no notice of %o',
    (data) => {
      expect(parsePageMessage(data)).toBeUndefined()
    },
  )
})
