import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetReports } from '../../../src/device/recent-ormas.ts'
import { deviceStorage } from '../../../src/session/device-storage.ts'
import { sendVisit } from '../../../src/session/visits.ts'
import { stubPage } from './stub-page.ts'

const FIRST = 'a'.repeat(22)

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

/** Visits an Orma as the user of a token. */
async function visit(event_hash: string, token: string) {
  signIn(token)
  await sendVisit(event_hash, token)
}

describe('sendVisit', () => {
  it('tells of a visit once for each user', async () => {
    await visit(FIRST, 'of-ada')
    await visit(FIRST, 'of-ada')
    forgetReports(deviceStorage)
    await visit(FIRST, 'of-ben')
    expect(told).toEqual([`of-ada ${FIRST}`, `of-ben ${FIRST}`])
  })

  it('tells at the next visit where the server was not reached', async () => {
    isReached = false
    await visit(FIRST, 'of-ada')
    isReached = true
    await visit(FIRST, 'of-ada')
    expect(told).toEqual([`of-ada ${FIRST}`])
  })

  it('tells once more of a visit that only a proxy answered for', async () => {
    respond = () => new Response('<h1>Not found</h1>', { status: 404 })
    await visit(FIRST, 'of-ada')
    const refusal = { success: false, error: 'No such event', code: 'event_not_found' }
    respond = () => Response.json(refusal, { status: 404 })
    await visit(FIRST, 'of-ada')
    await visit(FIRST, 'of-ada')
    expect(told).toHaveLength(2)
  })

  it('tells of a visit as the next user after an early sign-out', async () => {
    const answer = Promise.withResolvers<void>()
    answered = answer.promise
    const telling = visit(FIRST, 'of-ada')
    await expect.poll(() => told).toEqual([`of-ada ${FIRST}`])
    forgetReports(deviceStorage)
    signIn('of-ben')
    answer.resolve()
    await telling
    await visit(FIRST, 'of-ben')
    expect(told).toEqual([`of-ada ${FIRST}`, `of-ben ${FIRST}`])
  })
})
