import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { forgetFiles, restoreFiles, storeFiles } from '../../device/draft-files.ts'
import { forgetDraft, readDraft, writeDraft } from '../../session/drafts.ts'
import { newOrmaDraft } from './create-form.ts'
import type { NewOrmaDraft } from './create-form.ts'

/** Name of the draft. */
export const NEW_ORMA = 'create'
/** A page that is reloaded may have the lock for a moment still. */
const LOCK_WITHIN_MS = 500

export interface NewOrmaStart {
  /** What was entered by a page that is gone. */
  restored: NewOrmaDraft | undefined
  store: (draft: NewOrmaDraft) => void
}

/**
 * What a form for a new Orma begins with, once that has been read. What is stored goes when the form is unmounted: it was sent, or
 * left. One tab alone stores and finds it: two forms with one key would make one thing.
 */
export function useNewOrmaStart(): NewOrmaStart | undefined {
  const [start, setStart] = useState<NewOrmaStart>()
  useEffect(() => {
    const left = new AbortController()
    const begin = async () => {
      const isAlone = await lock(left.signal)
      const restored = isAlone ? await restore() : undefined
      if (left.signal.aborted) return
      if (isAlone) left.signal.addEventListener('abort', forget)
      setStart({ restored, store: isAlone ? store : () => undefined })
    }
    void begin()
    return () => left.abort()
  }, [])
  return start
}

function store(draft: NewOrmaDraft): void {
  writeDraft(NEW_ORMA, storeFiles(draft), { lives: 'device' })
}

async function restore(): Promise<NewOrmaDraft | undefined> {
  const stored = readDraft(NEW_ORMA, v.looseObject({}), 'device')
  const draft = stored && (await restoreFiles(stored))
  return v.is(newOrmaDraft, draft) ? draft : undefined
}

function forget(): void {
  forgetDraft(NEW_ORMA, 'device')
  // With storage in trouble they are forgotten with the session.
  forgetFiles().catch(() => undefined)
}

/** Resolves with whether no other tab has the lock; this page has it until `left` is aborted. */
async function lock(left: AbortSignal): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return true
  const released = new Promise((resolve) => left.addEventListener('abort', resolve))
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true)
      return released
    }
    const signal = AbortSignal.timeout(LOCK_WITHIN_MS)
    locks.request('orma-draft create', { signal }, hold).catch(() => resolve(false))
  })
}
