import * as v from 'valibot'
import { tokenTail } from '../device/token.ts'
import { tabStorage } from './device-storage.ts'
import type { Intent } from './intent.ts'
import { readTokenCookie } from './token-cookie.ts'

/** As it was called while comments alone were stored: a tab may have some. */
const KEY = 'comment_drafts'

const stored = v.object({
  /** The session in which they were written; empty: a guest's. */
  session: v.string(),
  words: v.record(v.string(), v.string()),
})

/**
 * Stores in this tab what is being written, so that the way back or a reload finds it. `name`: a post's (`commentDraftName`), or an
 * Orma's event_hash for the form that changes it. Nothing: it was sent, or erased.
 */
export function keepTabDraft(name: string, written: string): void {
  const { [name]: before = '', ...others } = readWords()
  if (written === before) return
  const words = written === '' ? others : { ...others, [name]: written }
  tabStorage.setItem(KEY, JSON.stringify({ session: thisSession(), words }))
}

/** What was being written in this tab and in this session. */
export function readTabDraft(name: string): string | undefined {
  return readWords()[name]
}

/** Forgets what was being written in a session that is over. */
export function forgetTabDrafts(): void {
  if (Object.keys(readWords()).length === 0) tabStorage.removeItem(KEY)
}

export function commentDraftName({
  event_hash,
  post_id,
}: Pick<Intent, 'event_hash' | 'post_id'>): string {
  return `${event_hash}/${post_id}`
}

function readWords(): Record<string, string> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stored), tabStorage.getItem(KEY))
  // Another tab may have ended the session.
  return parsed.success && parsed.output.session === thisSession() ? parsed.output.words : {}
}

function thisSession(): string {
  return tokenTail(readTokenCookie() ?? '')
}
