import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { guestCookie } from '../../../contract/limits.ts'
import {
  forgetDraft,
  forgetDrafts,
  readDraft,
  takeTexts,
  writeDraft,
} from '../../../src/session/drafts.ts'
import { notePath } from '../../../src/session/token-cookie.ts'
import { stubPage } from './stub-page.ts'

const NAME = 'post/7/'
const WEEK_MS = 7 * 24 * 60 * 60_000

beforeEach(() => stubPage())
afterEach(() => vi.useRealTimers())

const read = (name = NAME) => readDraft(name, v.string())

function signIn(token: string) {
  document.cookie = `token=${token}`
}

describe('a draft', () => {
  it('is there until it is sent or erased', () => {
    writeDraft(NAME, 'What a')
    expect(read()).toBe('What a')
    forgetDraft(NAME)
    expect(read()).toBeUndefined()
    writeDraft(NAME, 'What a')
    writeDraft(NAME, '')
    expect(read()).toBeUndefined()
  })

  it('is only for the session that wrote it', () => {
    signIn('of-ada')
    writeDraft(NAME, 'By Ada')
    signIn('of-ben')
    expect(read()).toBeUndefined()
    writeDraft('post/8/', 'By Ben')
    expect(sessionStorage.getItem('drafts')).not.toContain('By Ada')
  })

  it('of a guest by name is there again in the Orma of that guest', () => {
    const [party, wedding] = ['p'.repeat(22), 'w'.repeat(22)]
    signIn(`; ${guestCookie(party)}=of-nora; ${guestCookie(wedding)}=of-mia`)
    notePath(`/${party}`)
    writeDraft(NAME, 'By Nora')
    notePath(`/${wedding}`)
    expect(read()).toBeUndefined()
    writeDraft('post/8/', 'By Mia')
    forgetDrafts()
    notePath(`/${party}`)
    expect(read()).toBe('By Nora')
    expect(read('post/8/')).toBeUndefined()
  })

  it('of another shape counts as none', () => {
    writeDraft(NAME, { name: 'Ada' })
    expect(read()).toBeUndefined()
    expect(readDraft(NAME, v.object({ name: v.string() }))).toEqual({ name: 'Ada' })
  })

  it('is good for a week', () => {
    vi.useFakeTimers()
    writeDraft(NAME, 'long')
    vi.advanceTimersByTime(WEEK_MS)
    expect(read()).toBe('long')
    vi.advanceTimersByTime(1)
    expect(read()).toBeUndefined()
  })

  it('is in its page where storage is full', () => {
    writeDraft(NAME, 'before')
    vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('Full.', 'QuotaExceededError')
    })
    writeDraft(NAME, 'after')
    expect(read()).toBe('after')
    vi.restoreAllMocks()
    forgetDraft(NAME)
    expect(read()).toBeUndefined()
  })
})

describe('forgetDrafts', () => {
  it('leaves nothing of a session that has ended', () => {
    signIn('of-ada')
    writeDraft(NAME, 'By Ada')
    signIn('')
    forgetDrafts()
    expect(sessionStorage.getItem('drafts')).not.toContain('By Ada')
  })

  it('gives what a guest wrote to who has signed in', () => {
    writeDraft(NAME, 'By a guest')
    signIn('of-ada')
    forgetDrafts()
    expect(read()).toBe('By a guest')
    signIn('of-ben')
    expect(read()).toBeUndefined()
  })
})

describe('takeTexts', () => {
  it('gives and forgets the texts whose names begin so', () => {
    writeDraft('post/7/', 'new')
    writeDraft('post/7/3', 'changed')
    writeDraft('post/70/', 'other')
    expect(takeTexts('post/7/')).toEqual(['new', 'changed'])
    expect(takeTexts('post/7/')).toEqual([])
    expect(read('post/70/')).toBe('other')
  })
})
