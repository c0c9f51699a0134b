import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { AuditEntry } from '../../../contract/audit-entry.ts'
import type { Event } from '../../../contract/entities.ts'
import { DOOR_HEADER, WORDS_AT_DOOR } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { createEventAccess } from '../../../server/events/require-event.ts'
import { firstPageParts } from '../../../server/posts/first-page.ts'
import { freshLiveServer, freshOrma } from '../../support/fixtures.ts'
import { listenTo } from '../../support/live-listener.ts'
import { VIDEO_LIMITS } from '../../support/orma-api.ts'
import type { Person } from '../../support/orma-api.ts'

const { api, owner, guest, event } = freshOrma()
const server = freshLiveServer(api)
const params = () => ({ event_hash: event.event_hash })

async function setWord(pin: string, fields: Record<string, string> = {}): Promise<void> {
  const { status } = await api.changeOrma(event, owner, { pin, ...fields })
  expect(status).toBe(200)
}

/** All at the venue have one address. */
const give = (pin: string, device?: string, person?: Person) =>
  api.request(calls.openDoor, {
    params: params(),
    body: { pin, device },
    address: '192.0.2.1',
    ...(person && { token: person.token }),
  })

/** What somebody is answered who shows this of what the door gave them. */
async function ask(headers: Record<string, string> = {}, person?: Person): Promise<unknown> {
  const who = person ? { token: person.token } : {}
  const { status, body } = await api.request(calls.getEvent, { params: params(), headers, ...who })
  return status === 200 ? status : body.code
}

async function readAsOwner(): Promise<Event> {
  return (await api.request(calls.getEvent, { params: params(), token: owner.token })).body.event
}

const viewed = async (person: Person, headers: Record<string, string> = {}) => {
  const { body } = await api.request(calls.listRecentlyViewed, { token: person.token, headers })
  return (body.recentlyViewed as unknown[]).length
}

describe('an Orma with a word at its door', () => {
  it('opens for a device that gives it, by its cookie or key, and for organisers', async () => {
    await setWord('Sünset 7')
    expect([await ask(), await ask({}, guest), await ask({}, owner)]).toEqual([
      'pin_wanted',
      'pin_wanted',
      200,
    ])
    const { status, body, headers } = await give(' sÜnset 7')
    expect([status, body.success]).toEqual([200, true])
    const cookie = headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(
      new RegExp(
        `^orma-${event.event_hash}=${body.key}; Max-Age=34560000; Path=/; SameSite=Lax; Secure$`,
      ),
    )
    const [shown = ''] = cookie.split(';')
    expect(await ask({ cookie: `a=b; ${shown}` }, guest)).toBe(200)
    expect(await ask({ [DOOR_HEADER]: body.key as string })).toBe(200)
    expect(await ask({ cookie: shown.replace(/.$/, '!') })).toBe('pin_wanted')
    const { body: told } = await api.request(calls.getEvent, {
      params: params(),
      headers: { cookie: shown },
    })
    expect(told.event).toMatchObject({ hasPin: true })
    expect(JSON.stringify(told)).not.toMatch(/s.nset/i)
  })

  it('is in no list, preview or first page of a device not let in', async () => {
    const view = { body: { event_hash: event.event_hash }, token: guest.token }
    await api.request(calls.markViewed, view)
    expect(await viewed(guest)).toBe(1)
    await setWord('sunset')
    expect(await viewed(guest)).toBe(0)
    const key = (await give('sunset')).body.key as string
    expect(await viewed(guest, { [DOOR_HEADER]: key })).toBe(1)
    const read = (headers: Headers) =>
      firstPageParts(
        { ...api, videoLimits: VIDEO_LIMITS, access: createEventAccess(api) },
        { pathname: `/${event.event_hash}`, address: '192.0.2.1', headers },
      )
    expect(await read(new Headers())).toEqual({})
    expect((await read(new Headers({ [DOOR_HEADER]: key }))).orma?.name).toBe(event.name)
  })

  it('asks all devices for another word, unless those that are in may stay', async () => {
    // Of a first word no device can know.
    await setWord('sunset', { keepDevices: 'true' })
    const first = (await give('sunset')).body.key as string
    const shown = { headers: { [DOOR_HEADER]: first } }
    await setWord('sunrise', { keepDevices: 'true' })
    expect(await ask(shown.headers)).toBe(200)
    expect((await give('sunset')).body.code).toBe('pin_refused')
    await setWord('midnight')
    expect(await ask(shown.headers)).toBe('pin_wanted')
    await setWord('')
    expect(await ask()).toBe(200)
    await setWord('midnight', { keepDevices: 'true' })
    const key = (await give('midnight')).body.key as string
    expect([await ask(shown.headers), await ask({ [DOOR_HEADER]: key })]).toEqual([
      'pin_wanted',
      200,
    ])
  })

  it('takes a word without its accents, capitals and spaces', async () => {
    await setWord('Rosé 26')
    const said = ['rose 26', 'ROSE26', ' rosé  2 6', 'rose 27']
    const answers = await Promise.all(said.map(async (pin) => (await give(pin)).status))
    expect(answers).toEqual([200, 200, 200, 403])
    await setWord('Spaß')
    expect((await give('spass')).status).toBe(200)
  })

  it('marks each word apart, for who gives it and who is in', async () => {
    const markNow = async () => (await readAsOwner()).pinMark
    expect(await markNow()).toBeNull()
    await setWord('sunset')
    const first = await markNow()
    expect((await give('sunset')).body.pinMark).toBe(first)
    await setWord('sunrise', { keepDevices: 'true' })
    const second = await markNow()
    expect([typeof first, typeof second, first === second]).toEqual(['string', 'string', false])
    expect((await give('sunrise')).body.pinMark).toBe(second)
  })

  it('sends away those who listen when they are let in no more', async () => {
    const theirs = await listenTo(server.origin, event.event_hash)
    await expect.poll(() => theirs.lastId()).toBeDefined()
    await setWord('sunset')
    await theirs.ended
    expect((await listenTo(server.origin, event.event_hash)).response.status).toBe(403)
  })
})

describe('whoever guesses at the door', () => {
  const { perDevice, perEvent } = WORDS_AT_DOOR
  const guess = async (times: number, device?: string) => {
    const answers = []
    for (let n = 0; n < times; n += 1) answers.push((await give(`guess ${n}`, device)).body.code)
    return answers
  }
  const guessFromAnywhere = async (pin = 'guess') => {
    for (let n = 0; n < perEvent.max; n += 1) await give(pin, randomUUID())
  }

  it('is refused by device, for some minutes, and others of the venue are not', async () => {
    await setWord('sunset')
    for (const device of [randomUUID(), undefined]) {
      await guess(perDevice.max, device)
      const { status, headers, body } = await give('sunset', device)
      expect([status, body.code]).toEqual([429, 'too_many_requests'])
      expect(Number(headers.get('retry-after'))).toBe(perDevice.windowMs / 1000)
      expect((await give('sunset', randomUUID())).status).toBe(200)
    }
    api.clock.advance(perDevice.windowMs)
    expect((await give('sunset')).status).toBe(200)
  })

  it('from many devices is stopped for hours, and organisers and who is in are not', async () => {
    await setWord('sunset')
    const key = (await give('sunset')).body.key as string
    await guessFromAnywhere()
    expect((await give('sunset', randomUUID())).status).toBe(429)
    expect((await give('sunset', undefined, owner)).status).toBe(200)
    for (let n = 0; n <= perEvent.max; n += 1) {
      expect((await give('guess', undefined, owner)).body.code).toBe('pin_refused')
    }
    expect(await ask({ [DOOR_HEADER]: key })).toBe(200)
    const { body } = await api.request(calls.listAudit, { params: params(), token: owner.token })
    const acts = (body.entries as AuditEntry[]).filter(({ action }) => action === 'door_closed')
    expect(acts).toHaveLength(1)
    api.clock.advance(perEvent.windowMs)
    expect((await give('sunset')).status).toBe(200)
  })

  it('with the word before, as codes on tables do, guesses nothing', async () => {
    await setWord('sunset')
    await setWord('sunrise', { keepDevices: 'true' })
    await guessFromAnywhere('Sunset')
    expect((await give('sunset')).body.code).toBe('pin_refused')
    expect((await give('sunrise')).status).toBe(200)
    await setWord('')
    await setWord('midnight')
    await guessFromAnywhere('Sunrise')
    expect((await give('midnight')).status).toBe(200)
  })

  it('closes the door for a while, which its organisers are told until the word changes', async () => {
    await setWord('sunset')
    expect((await readAsOwner()).doorClosedUntil).toBeNull()
    const theirs = await listenTo(server.origin, event.event_hash, { token: owner.token })
    await expect.poll(() => theirs.lastId()).toBeDefined()
    const before = theirs.heard.length
    await guessFromAnywhere()
    const until = new Date(api.clock.ms + perEvent.windowMs).toISOString()
    expect((await readAsOwner()).doorClosedUntil).toBe(until)
    await expect
      .poll(() => theirs.heard.slice(before))
      .toMatchObject([
        {
          message: {
            type: 'EVENT_CHANGED',
            event: expect.not.objectContaining({ doorClosedUntil: until }),
          },
        },
      ])
    await setWord('sunrise')
    expect((await readAsOwner()).doorClosedUntil).toBeNull()
    expect((await give('sunrise')).status).toBe(200)
  })

  it('and knows the word at last has tried nothing', async () => {
    await setWord('sunset')
    for (let guests = 0; guests < 5; guests += 1) {
      const device = randomUUID()
      expect(await guess(5, device)).toEqual(Array.from({ length: 5 }, () => 'pin_refused'))
      expect((await give('sunset', device)).status).toBe(200)
    }
    expect((await give('')).body).toMatchObject({ code: 'pin_refused', error: texts.door.refused })
  })
})
