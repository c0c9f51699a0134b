import { clear } from 'idb-keyval'
import { deviceDatabase, keyStore } from './device-database.ts'

const STORE = 'drafts'

/** What was entered in a form (`keepDraft`). */
export const draftStore = keyStore(
  deviceDatabase('orma-drafts', [(db) => void db.createObjectStore(STORE)]),
  STORE,
)

let last: Promise<unknown> = Promise.resolve()

/** Does one piece of work on the store after the other. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

/** Apart from the rest, because every page can end a session. */
export function forgetDraft(): Promise<void> {
  return inTurn(() => clear(draftStore))
}
