import { beforeEach, expect, it, vi } from 'vitest'
import { texts } from '../../../contract/texts.ts'
import {
  forgetWord,
  goodWordOf,
  noteWord,
  readAtDoor,
  takeWordOfLink,
  wordOf,
} from '../../../src/session/given-word.ts'
import { ApiError } from '../../../src/api/api-error.ts'
import { forgetRecent } from '../../../src/device/forget-recent.ts'
import { deviceStorage } from '../../../src/session/device-storage.ts'
import { giveWord, wordError } from '../../../src/session/open-door.ts'
import { EVENT_HASH, makeEvent } from '../../support/post-shapes.ts'
import { stubPage } from './stub-page.ts'

const AT_DOOR = makeEvent({ hasPin: true, pinMark: 'first' })

beforeEach(() => {
  stubPage()
  forgetWord(EVENT_HASH)
})

it('a word is shared while it is the word, and no longer', () => {
  noteWord(EVENT_HASH, 'sunset', 'first')
  expect(goodWordOf(AT_DOOR)).toBe('sunset')
  expect(goodWordOf({ ...AT_DOOR, pinMark: 'second' })).toBeUndefined()
  expect(goodWordOf({ ...AT_DOOR, hasPin: false, pinMark: null })).toBeUndefined()
  noteWord(EVENT_HASH, 'sunrise', 'second')
  expect(goodWordOf({ ...AT_DOOR, pinMark: 'second' })).toBe('sunrise')
})

const replaceState = vi.fn<(state: unknown, unused: string, address: string) => void>()

function openLink(): void {
  vi.stubGlobal('location', new URL(`https://localhost/${EVENT_HASH}#pin=sun%20set`))
  vi.stubGlobal('history', { state: null, replaceState })
  takeWordOfLink()
}

it('a word of a link is shared once the door has taken it', () => {
  openLink()
  expect(replaceState.mock.lastCall?.[2]).toBe(`/${EVENT_HASH}`)
  expect([wordOf(EVENT_HASH), goodWordOf(AT_DOOR)]).toEqual(['sun set', undefined])
})

it('a device is known to the door, and knows that it was let in', async () => {
  const given: { device: string }[] = []
  const answers = [
    { success: false, error: texts.door.refused, code: 'pin_refused' },
    { success: true, key: 'key', pinMark: 'first' },
  ]
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    given.push(JSON.parse(body) as { device: string })
    const answer = answers.shift()
    return Response.json(answer, { status: answer && 'code' in answer ? 403 : 200 })
  })
  await expect(giveWord(EVENT_HASH, 'sunrise')).rejects.toThrow(texts.door.refused)
  expect(readAtDoor(EVENT_HASH).isKnown).toBe(false)
  await giveWord(EVENT_HASH, 'sunset')
  const [first, second] = given.map(({ device }) => device)
  expect(second).toBe(first)
  expect(readAtDoor(EVENT_HASH)).toEqual({ device: first, isKnown: true })
  expect(JSON.stringify(localStorage.getItem(`at-door:${EVENT_HASH}`))).not.toContain('sunset')
  forgetRecent(EVENT_HASH, deviceStorage)
  expect(readAtDoor(EVENT_HASH).isKnown).toBe(false)
})

it('who does not know the word is sent to their hosts', () => {
  const [{ door }, now] = [texts, new Date(2026, 6, 4, 18, 29, 30).getTime()]
  const refused = new ApiError(403, door.refused, { code: 'pin_refused' })
  const said = [1, 2, 3].map((refusals) => wordError(refused, now, refusals))
  expect(said).toEqual([door.refused, door.refused, door.unknown])
  const tooMany = { code: 'too_many_requests', retryAfterSeconds: 600 }
  expect(wordError(new ApiError(429, '', tooMany), now)).toBe(door.tooMany('18:40'))
})

it('a link with the word that is known leaves it known', () => {
  noteWord(EVENT_HASH, 'sun set', 'first')
  openLink()
  expect(goodWordOf(AT_DOOR)).toBe('sun set')
  noteWord(EVENT_HASH, 'sunrise', 'first')
  openLink()
  expect([wordOf(EVENT_HASH), goodWordOf(AT_DOOR)]).toEqual(['sun set', undefined])
})
