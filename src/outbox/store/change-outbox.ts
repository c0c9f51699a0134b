import { promisifyRequest } from 'idb-keyval'
import { CHANGES, openOutboxDatabase } from './outbox-database.ts'

/** What its user did to a post or its comments that the server has not answered for. */
export interface WaitingChange {
  /** Order of doing; made by the store. */
  seq: number
  /** UUID, sent as `Idempotency-Key`: sending twice does it once. */
  key: string
  kind:
    | 'like'
    | 'unlike'
    | 'comment'
    | 'edit-comment'
    | 'delete-comment'
    | 'delete-post'
    | 'approve-post'
    | 'approve-posts'
  eventHash: string
  postId: number
  /** Of a comment, as it is to read. */
  content: string | null
  /** Of a comment that is to be edited or deleted. */
  commentId?: number
  /** Of photos that are approved together; `postId` is the first of them. */
  postIds?: number[]
  /** Only this user may send it. */
  ownerUserId: number
  /** `refused`: the server will not have it; its author is still to be told. */
  state: 'waiting' | 'refused'
  /** How often it was sent in vain. */
  attempts: number
  /** Epoch milliseconds before which the outbox does not send it. */
  nextAt: number
  /** How long that wait was meant to be, milliseconds. */
  waitMs: number
  /** Why it waits, as a stable word. */
  reasonCode: string | null
  /** Epoch milliseconds. */
  queuedAt: number
}

/** `reasonCode` of a change that its page is sending. */
export const HELD = 'held'

export type NewChange = Pick<
  WaitingChange,
  'key' | 'kind' | 'eventHash' | 'postId' | 'content' | 'commentId' | 'postIds' | 'ownerUserId'
>

type Edit = (change: WaitingChange) => Partial<WaitingChange> | undefined

/** Likes, comments, edits and deletions done on this device until the server has answered for them. */
export interface ChangeOutbox {
  /** Doing it twice with one key is doing it once. */
  add(change: Omit<WaitingChange, 'seq'>): Promise<void>
  /** All, in the order of doing. */
  list(): Promise<WaitingChange[]>
  edit(key: string, edit: Edit): Promise<void>
  /** Forgets those that `which` names; gives how many. */
  remove(which: (change: WaitingChange) => boolean): Promise<number>
}

export function createChangeOutbox(factory?: () => IDBFactory): ChangeOutbox {
  const database = openOutboxDatabase(factory)
  return {
    add: (change) =>
      database.transact([CHANGES], 'readwrite', async (transaction) => {
        const changes = transaction.objectStore(CHANGES)
        if ((await promisifyRequest(changes.index('key').getKey(change.key))) !== undefined) return
        await promisifyRequest(changes.add(change))
      }),

    list: () => database.transact([CHANGES], 'readonly', readAll),

    edit: (key, edit) =>
      database.transact([CHANGES], 'readwrite', async (transaction) => {
        const changes = transaction.objectStore(CHANGES)
        const found = changes.index('key').get(key) as IDBRequest<WaitingChange | undefined>
        const change = await promisifyRequest(found)
        const edited = change && edit(change)
        if (edited) await promisifyRequest(changes.put({ ...change, ...edited }))
      }),

    remove: (which) =>
      database.transact([CHANGES], 'readwrite', async (transaction) => {
        const leaving = (await readAll(transaction)).filter(which)
        for (const { seq } of leaving) {
          await promisifyRequest(transaction.objectStore(CHANGES).delete(seq))
        }
        return leaving.length
      }),
  }
}

/** The one of this device; page and worker see the same. */
export const changeOutbox = createChangeOutbox()

function readAll(transaction: IDBTransaction): Promise<WaitingChange[]> {
  return promisifyRequest(transaction.objectStore(CHANGES).getAll() as IDBRequest<WaitingChange[]>)
}
