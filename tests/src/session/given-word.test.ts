import { beforeEach, expect, it, vi } from 'vitest'
import {
  forgetWord,
  goodWordOf,
  noteWord,
  takeWordOfLink,
  wordOf,
} from '../../../src/session/given-word.ts'
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

it('a link with the word that is known leaves it known', () => {
  noteWord(EVENT_HASH, 'sun set', 'first')
  openLink()
  expect(goodWordOf(AT_DOOR)).toBe('sun set')
  noteWord(EVENT_HASH, 'sunrise', 'first')
  openLink()
  expect([wordOf(EVENT_HASH), goodWordOf(AT_DOOR)]).toEqual(['sun set', undefined])
})
