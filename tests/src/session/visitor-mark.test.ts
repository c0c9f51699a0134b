import { beforeEach, describe, expect, it, vi } from 'vitest'
import { countVisitor } from '../../../src/session/visitor-mark.ts'
import { stubPage } from './stub-page.ts'

const ORMA = 'a'.repeat(22)
const OTHER = 'b'.repeat(22)

/** What the server was told. */
let told: { address: string; mark: string; isKnown: boolean; token: string | null }[]
let isReached: boolean

beforeEach(() => {
  stubPage('token=of-ada')
  vi.stubGlobal('navigator', {})
  told = []
  isReached = true
  vi.stubGlobal(
    'fetch',
    async (address: string, { body, headers }: { body: string; headers: HeadersInit }) => {
      if (!isReached) throw new TypeError('no network')
      const token = new Headers(headers).get('authorization')
      told.push({ address, token, ...(JSON.parse(body) as { mark: string; isKnown: boolean }) })
      return new Response(null, { status: 204 })
    },
  )
})

describe('a device on which nobody is signed in', () => {
  it('tells each Orma once, by another number', async () => {
    for (const hash of [ORMA, ORMA, OTHER]) await countVisitor(hash, false)
    expect(told.map(({ address }) => address)).toEqual([
      expect.stringContaining(`/events/${ORMA}/visitors`),
      expect.stringContaining(`/events/${OTHER}/visitors`),
    ])
    expect(new Set(told.map(({ mark }) => mark)).size).toBe(2)
  })

  it('tells at the next visit where the server was not reached', async () => {
    isReached = false
    await countVisitor(ORMA, false)
    isReached = true
    await countVisitor(ORMA, false)
    expect(told).toHaveLength(1)
  })

  it('takes its number back once somebody signs in, without saying who', async () => {
    await countVisitor(ORMA, false)
    for (const _visit of [1, 2]) await countVisitor(ORMA, true)
    const [first, second] = told
    expect(second).toEqual({ ...first, isKnown: true })
    expect(second?.token).toBeNull()
    // After the sign-out it is still that person's.
    await countVisitor(ORMA, false)
    expect(told).toHaveLength(2)
  })

  it('tells nothing where somebody was signed in all along', async () => {
    await countVisitor(ORMA, true)
    await countVisitor(ORMA, false)
    expect(told).toEqual([])
  })

  it.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])(
    'tells nothing where the browser says %o',
    async (asked) => {
      vi.stubGlobal('navigator', asked)
      await countVisitor(ORMA, false)
      expect(told).toEqual([])
    },
  )
})
