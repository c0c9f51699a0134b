import { describe, expect, it } from 'vitest'
import { parseMessage } from '../../sw/messages.ts'
import { isPage } from '../../sw/page-address.ts'

const HASH = 'AAAAAAAAAAAAAAAAAAAAAA'

describe('isPage', () => {
  it.each(['/', '/login', `/${HASH}`, `/${HASH}/upload`, `/${HASH}/login/verify=true&name=false`])(
    'is true of %s',
    (path) => {
      expect(isPage(new URL(path, 'https://orma.example'))).toBe(true)
    },
  )

  it.each(['/api/events', '/media/abc.webp', '/assets/index.js', '/sw.js', '/healthz'])(
    'is false of %s',
    (path) => {
      expect(isPage(new URL(path, 'https://orma.example'))).toBe(false)
    },
  )

  it("is false of an Orma's manifest", () => {
    expect(isPage(new URL(`/${HASH}/manifest.webmanifest`, 'https://orma.example'))).toBe(false)
  })
})

describe('parseMessage', () => {
  it('knows the words that a page may say', () => {
    expect(parseMessage({ type: 'DRAIN' })).toEqual({ type: 'DRAIN' })
    expect(parseMessage({ type: 'DRAIN', submit: HASH })).toEqual({ type: 'DRAIN', submit: HASH })
    expect(parseMessage({ type: 'SKIP_WAITING' })).toEqual({ type: 'SKIP_WAITING' })
  })

  it.each([undefined, null, 'DRAIN', { type: 'CACHE_URLS' }, { type: 'DRAIN', submit: '../x' }])(
    'takes no notice of %o',
    (data) => {
      expect(parseMessage(data)).toBeUndefined()
    },
  )
})
