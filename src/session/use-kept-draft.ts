import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { forgetDraft } from '../device/draft-store.ts'
import { inTime } from '../device/in-time.ts'
import { keepDraft, readDraft } from '../device/kept-draft.ts'
import { readTokenCookie } from './token-cookie.ts'
import { formDrafts } from './use-form-draft.ts'
import type { Session } from './use-session.ts'

/** Longer ago its user has forgotten it. The server knows the key of a form for longer. */
const KEPT_FOR_MS = 7 * 24 * 60 * 60_000
/** A page that is reloaded may hold its form for a moment still. */
const HELD_FOR_MS = 500

const keptDraft = v.object({ userId: v.number(), entered: v.unknown(), at: v.number() })

/** Stores what a user has entered on this device. */
export type KeepDraft = (session: Session, entered: unknown) => void

/**
 * For a form with `useFormDraft` that is to outlive its page, reloaded or killed by the phone. Gives, once what was stored has been
 * read, the function that stores more. What is stored goes when the form is unmounted: it was sent, or left. One tab alone stores
 * and finds it: two forms with one key would make one thing.
 */
export function useKeptDraft(form: string, shape: v.GenericSchema): KeepDraft | undefined {
  const [kept, setKept] = useState<{ keep: KeepDraft }>()
  useEffect(() => {
    const left = new AbortController()
    const begin = async () => {
      const isAlone = await holdAlone(`orma-draft ${form}`, left.signal)
      if (isAlone) await restore(form, shape)
      if (left.signal.aborted) return
      if (isAlone) left.signal.addEventListener('abort', forgetQuietly)
      setKept({ keep: isAlone ? keep : () => undefined })
    }
    void begin()
    return () => left.abort()
  }, [form, shape])
  return kept?.keep
}

/** Resolves with whether no other page has the lock; this one has it until `signal` is aborted. */
async function holdAlone(lock: string, signal: AbortSignal): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return true
  const patience = AbortSignal.timeout(HELD_FOR_MS)
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true)
      return new Promise<void>((release) => {
        signal.addEventListener('abort', () => release())
        if (signal.aborted) release()
      })
    }
    locks.request(lock, { signal: patience }, hold).catch(() => resolve(false))
  })
}

/** Has the form begin with what was stored, unless this page knows better. */
async function restore(form: string, shape: v.GenericSchema): Promise<void> {
  const kept = v.safeParse(keptDraft, await inTime(readDraft()))
  if (!kept.success || formDrafts.has(form)) return
  const { userId, entered, at } = kept.output
  const isRecent = Math.abs(Date.now() - at) < KEPT_FOR_MS
  if (isRecent && v.is(shape, entered)) formDrafts.set(form, { writer: { id: userId }, entered })
}

function keep({ user, token }: Session, entered: unknown): void {
  // The session may have ended in another tab.
  if (user && token === readTokenCookie()) {
    keepDraft({ userId: user.id, entered, at: Date.now() })
  }
}

function forgetQuietly(): void {
  // With storage in trouble it is forgotten with the session, or by its age.
  forgetDraft().catch(() => undefined)
}
