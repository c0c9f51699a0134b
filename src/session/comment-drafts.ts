import * as v from 'valibot'
import { tokenTail } from '../device/token.ts'
import { tabStorage } from './device-storage.ts'
import type { Intent } from './intent.ts'
import { readTokenCookie } from './token-cookie.ts'

const KEY = 'comment_drafts'

const stored = v.object({
  /** The session in which they were written; empty: a guest's. */
  session: v.string(),
  words: v.record(v.string(), v.string()),
})

type PostName = Pick<Intent, 'event_hash' | 'post_id'>

/** Stores in this tab what is being written about a post, so that the way back or a reload finds it. Nothing: it was sent, or erased. */
export function keepCommentDraft(post: PostName, written: string): void {
  const { [nameOf(post)]: before = '', ...others } = readWords()
  if (written === before) return
  const words = written === '' ? others : { ...others, [nameOf(post)]: written }
  tabStorage.setItem(KEY, JSON.stringify({ session: thisSession(), words }))
}

/** What was being written about a post in this tab and in this session. */
export function readCommentDraft(post: PostName): string | undefined {
  return readWords()[nameOf(post)]
}

/** Forgets what was being written in a session that is over. */
export function forgetCommentDrafts(): void {
  if (Object.keys(readWords()).length === 0) tabStorage.removeItem(KEY)
}

function readWords(): Record<string, string> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stored), tabStorage.getItem(KEY))
  // Another tab may have ended the session.
  return parsed.success && parsed.output.session === thisSession() ? parsed.output.words : {}
}

function thisSession(): string {
  return tokenTail(readTokenCookie() ?? '')
}

function nameOf({ event_hash, post_id }: PostName): string {
  return `${event_hash}/${post_id}`
}
