import { promisifyRequest } from 'idb-keyval'
import { CHANGES, openOutboxDatabase } from './outbox-database.ts'

/** A change that the server has not confirmed. */
export interface WaitingChange {
  /** Order of doing; set by the store. */
  seq: number
  /** UUID, sent as `Idempotency-Key`: sent twice, it is done once. */
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
  /** The text of a comment after the change. */
  content: string | null
  /** The comment to be edited or deleted. */
  commentId?: number
  /** Posts that are approved together; `postId` is the first of them. */
  postIds?: number[]
  /** Only this user may send it. */
  ownerUserId: number
  /** As of a photo. */
  ownerMark?: string
  /** `refused`: by the server; its user is still to be told. */
  state: 'waiting' | 'refused'
  /** How often sending it has failed. */
  attempts: number
  /** Epoch milliseconds before which the outbox does not send it. */
  nextAt: number
  /** Length of that wait at its beginning, milliseconds. */
  waitMs: number
  /** Why it waits, as a stable code. */
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

/**
 * Whether two changes must be done in their order: a like and its taking back, changes of one comment, decisions about one post.
 * Others may pass each other; each new comment is a thing of its own.
 */
export function isOfSameThing(one: ChangeOfThing, other: ChangeOfThing): boolean {
  const thing = thingOf(one)
  return (
    thing !== undefined &&
    thing === thingOf(other) &&
    one.ownerUserId === other.ownerUserId &&
    one.eventHash === other.eventHash &&
    one.postId === other.postId &&
    one.commentId === other.commentId
  )
}

type ChangeOfThing = Pick<
  WaitingChange,
  'kind' | 'eventHash' | 'postId' | 'commentId' | 'ownerUserId'
>

function thingOf({ kind }: Pick<WaitingChange, 'kind'>): string | undefined {
  if (kind === 'like' || kind === 'unlike') return 'like'
  if (kind === 'edit-comment' || kind === 'delete-comment') return 'comment'
  return kind === 'comment' ? undefined : 'post'
}

type Edit = (change: WaitingChange) => Partial<WaitingChange> | undefined

/** The changes made on this device, until the server has confirmed them. */
export interface ChangeOutbox {
  /** Adding the same key again changes nothing. */
  add(change: Omit<WaitingChange, 'seq'>): Promise<void>
  /** All changes, in the order of doing. */
  list(): Promise<WaitingChange[]>
  edit(key: string, edit: Edit): Promise<void>
  /** As `edit` for every change, in one transaction. */
  changeAll(edit: Edit): Promise<void>
  /** Removes the changes that `which` picks; gives how many. */
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
        if (change) await writeEdit(transaction, change, edit)
      }),

    changeAll: (edit) =>
      database.transact([CHANGES], 'readwrite', async (transaction) => {
        for (const change of await readAll(transaction)) await writeEdit(transaction, change, edit)
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

/** The device's only one, shared by page and worker. */
export const changeOutbox = createChangeOutbox()

function readAll(transaction: IDBTransaction): Promise<WaitingChange[]> {
  return promisifyRequest(transaction.objectStore(CHANGES).getAll() as IDBRequest<WaitingChange[]>)
}

async function writeEdit(
  transaction: IDBTransaction,
  change: WaitingChange,
  edit: Edit,
): Promise<void> {
  const edited = edit(change)
  if (!edited) return
  await promisifyRequest(transaction.objectStore(CHANGES).put({ ...change, ...edited }))
}
