import { beforeEach, describe, expect, it, vi } from 'vitest'
import { addRecentOrma, forgetReports, noteVisit } from '../../../src/device/recent-ormas.ts'
import { deviceStorage } from '../../../src/session/device-storage.ts'
import { sendVisit, sendVisits } from '../../../src/session/visits.ts'
import { stubPage } from './stub-page.ts'

const FIRST = 'a'.repeat(22)
const LAST = 'b'.repeat(22)

/** What the server was told, as whose token of which Orma. */
let told: string[]
let isReached: boolean
let respond: () => Response
/** Resolves when the server answers. */
let answered: Promise<void> | undefined

beforeEach(() => {
  stubPage()
  told = []
  isReached = true
  respond = () => Response.json({ success: true })
  answered = undefined
  vi.stubGlobal(
    'fetch',
    async (_address: unknown, { body, headers }: { body: string; headers: HeadersInit }) => {
      if (!isReached) throw new TypeError('no network')
      const { event_hash } = JSON.parse(body) as { event_hash: string }
      told.push(`${new Headers(headers).get('authorization')} ${event_hash}`)
      await answered
      return respond()
    },
  )
})

function signIn(token: string) {
  document.cookie = `token=${token}`
}

/** Opens an Orma on this device, as the signed-in user of the token or as a guest. */
async function open(event_hash: string, token?: string) {
  const orma = { id: event_hash.codePointAt(0) ?? 0, event_hash, name: 'Orma' }
  addRecentOrma({ ...orma, event_date: '2026-06-14', event_profile_image_url: null }, deviceStorage)
  noteVisit(event_hash, deviceStorage)
  if (token === undefined) return
  signIn(token)
  await sendVisit(event_hash, token)
}

describe('sendVisits', () => {
  it('tells of each visit once, the latest last, however often it is asked', async () => {
    await open(LAST)
    await open(FIRST)
    await open(LAST)
    signIn('token')
    expect(await Promise.all([sendVisits('token'), sendVisits('token')])).toEqual([true, true])
    expect(told).toEqual([`token ${FIRST}`, `token ${LAST}`])
    expect(await sendVisits('token')).toBe(false)
  })

  it('tells of visits as a guest, not of those of the user before', async () => {
    await open('c'.repeat(22), 'of-ada')
    isReached = false
    await open('d'.repeat(22), 'of-ada')
    isReached = true
    told = []
    forgetReports(deviceStorage)
    await open(FIRST)
    signIn('of-ben')
    await sendVisits('of-ben')
    expect(told).toEqual([`of-ben ${FIRST}`])
  })

  it('tells of a visit of the user’s own once the server is reached again', async () => {
    isReached = false
    await open(FIRST, 'of-ada')
    isReached = true
    expect(await sendVisits('of-ada')).toBe(true)
    expect(told).toEqual([`of-ada ${FIRST}`])
  })

  it('tells once more of a visit that only a proxy answered for', async () => {
    respond = () => new Response('<h1>Not found</h1>', { status: 404 })
    await open(FIRST, 'of-ada')
    const refusal = { success: false, error: 'No such event', code: 'event_not_found' }
    respond = () => Response.json(refusal, { status: 404 })
    expect(await sendVisits('of-ada')).toBe(true)
    expect(await sendVisits('of-ada')).toBe(false)
    expect(told).toHaveLength(2)
  })

  it('tells of a visit as the next user after an early sign-out', async () => {
    const answer = Promise.withResolvers<void>()
    answered = answer.promise
    const telling = open(FIRST, 'of-ada')
    await expect.poll(() => told).toEqual([`of-ada ${FIRST}`])
    forgetReports(deviceStorage)
    signIn('of-ben')
    await open(FIRST)
    answer.resolve()
    await telling
    expect(await sendVisits('of-ben')).toBe(true)
    expect(told).toEqual([`of-ada ${FIRST}`, `of-ben ${FIRST}`])
  })
})
