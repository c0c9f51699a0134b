import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { freshUserApi } from '../../support/fixtures.ts'
import { HOUR_MS, MINUTE_MS } from '../../support/user-api.ts'

const PHONE = '15550001111'

const api = freshUserApi()

describe('F10: a clock that is set back an hour', () => {
  it('brings no code back that had expired', async () => {
    const guess = await api.requestCode(PHONE)
    api.clock.advance(6 * MINUTE_MS)
    expect((await api.verify(guess)).status).toBe(401)
    api.clock.advance(-HOUR_MS)
    expect((await api.verify(guess)).status).toBe(401)
  })

  it('lets a phone sign in anew that was sent a code just before', async () => {
    await api.requestCode(PHONE)
    api.clock.advance(-HOUR_MS)
    expect((await api.signIn(PHONE)).user.phone).toBe(PHONE)
  })

  it('leaves a code good that a process with a faster clock sent', async () => {
    const guess = await api.requestCode(PHONE)
    api.clock.advance(-2000)
    expect((await api.verify(guess)).status).toBe(200)
  })
})

describe.each([-HOUR_MS, HOUR_MS])('F10: a clock that is set by %i ms', (jump) => {
  it("ends nobody's session", async () => {
    const { token } = await api.signIn(PHONE)
    api.clock.advance(jump)
    expect((await api.request(calls.verifySession, { token })).status).toBe(200)
  })

  it('lets people sign in who ask from then on', async () => {
    await api.requestCode(PHONE)
    api.clock.advance(jump)
    expect((await api.signIn('15550002222')).user.phone).toBe('15550002222')
  })
})
