import * as v from 'valibot'
import { announceUploads } from '../queue/announce.ts'
import { keysBeingSent } from '../queue/change-lock.ts'
import { waitFor } from '../queue/waits.ts'
import { changeOutbox, isOfSameThing } from '../store/change-outbox.ts'
import type { NewChange } from '../store/change-outbox.ts'

// A change is noted where it takes no await to write it, before it is shown: its record takes several.

const PREFIX = 'unstored_change '

const note = v.object({
  key: v.string(),
  kind: v.picklist(['like', 'unlike', 'comment', 'edit-comment', 'delete-comment']),
  eventHash: v.string(),
  postId: v.number(),
  content: v.nullable(v.string()),
  commentId: v.exactOptional(v.number()),
  ownerUserId: v.number(),
  /** Epoch milliseconds of the press. */
  queuedAt: v.number(),
})
type Note = v.InferOutput<typeof note>
export type NotedChange = NewChange & Pick<Note, 'kind'>

/** Keys of what this page has noted: it stores them itself. */
const own = new Set<string>()

/** Notes a change on this device until the outbox, or the server, has it; in place of those of the same thing. */
export function noteChange(change: NotedChange): void {
  own.add(change.key)
  const others = quietly(readNotes) ?? []
  for (const other of others) if (isOfSameThing(other, change)) forgetNote(other.key)
  quietly(() =>
    localStorage.setItem(PREFIX + change.key, JSON.stringify({ ...change, queuedAt: Date.now() })),
  )
}

export function forgetNote(key: string): void {
  quietly(() => localStorage.removeItem(PREFIX + key))
}

/**
 * Has the outbox send what a page noted that was gone before it had stored it. Where that page had stored or sent it after all, its
 * key has it done once. Rejects where the device cannot store it: it stays noted.
 */
export async function storeNoted(): Promise<void> {
  const others = (quietly(readNotes) ?? []).filter(({ key }) => !own.has(key))
  if (others.length === 0) return
  const living = await keysBeingSent()
  for (const { queuedAt, ...change } of others) {
    if (living?.has(change.key)) continue
    const wait = waitFor(0, Date.now())
    const waiting = { state: 'waiting', attempts: 0, reasonCode: null } as const
    await changeOutbox.add({ ...change, ...waiting, ...wait, queuedAt })
    forgetNote(change.key)
  }
  announceUploads()
}

/** In the order of doing. */
function readNotes(): Note[] {
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(PREFIX))
    .flatMap((name) => {
      const parsed = v.safeParse(
        v.pipe(v.string(), v.parseJson(), note),
        localStorage.getItem(name),
      )
      return parsed.success ? parsed.output : []
    })
    .toSorted((one, other) => one.queuedAt - other.queuedAt)
}

/** Where storage is forbidden or full nothing is noted: the page works without. */
function quietly<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
