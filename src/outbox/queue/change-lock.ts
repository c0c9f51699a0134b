import { deviceLocks } from './upload-lock.ts'

const PREFIX = 'orma-change '

/** Lets whoever drains the outbox see that a change is being sent by its page: until `sending` is over, or the page has gone. */
export function noteSending(key: string, sending: Promise<unknown>): void {
  // Without the note a change may be sent twice. Its key has a like or a new comment done once; another is done again.
  deviceLocks()
    ?.request(PREFIX + key, () => sending)
    .catch(() => undefined)
}

/** Keys of the changes that a page is sending; undefined where the browser cannot tell, as it has no locks. */
export async function keysBeingSent(): Promise<ReadonlySet<string> | undefined> {
  const known = await deviceLocks()?.query()
  const names = known?.held?.map(({ name = '' }) => name)
  return names && new Set(names.map((name) => name.replace(PREFIX, '')))
}
