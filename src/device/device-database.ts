import { promisifyRequest } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'

/** Brings a store from one version to the next. It may only add: an older tab goes on using the store. */
export type UpgradeStep = (db: IDBDatabase, transaction: IDBTransaction) => void

/** The work of one transaction. It may await only requests of this transaction. */
type Work<T> = (transaction: IDBTransaction) => Promise<T>

export interface DeviceDatabase {
  /**
   * Gives the result of `work` once its transaction is complete, for `strict` on the disk. A lost handle is opened anew and the
   * work done a second time: it must be safe to repeat. Rejects with StorageFullError, or with the browser's error.
   */
  transact<T>(stores: string[], mode: IDBTransactionMode, work: Work<T>): Promise<T>
}

/** The device has no room left; nothing of the transaction was written. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError'
}

/** Throws any other error on. */
export function onlyIfFull(error: unknown): void {
  if (!(error instanceof StorageFullError)) throw error
}

/**
 * A database of this device, at version `steps.length`, opened at its first use. `strict`: complete means on the disk, also if
 * the power fails; `relaxed` is quicker, for what can be asked for again.
 */
export function deviceDatabase(
  name: string,
  steps: readonly UpgradeStep[],
  factory: () => IDBFactory = () => indexedDB,
  durability: IDBTransactionDurability = 'strict',
): DeviceDatabase {
  let handle: Promise<IDBDatabase> | undefined

  function forget(): void {
    handle = undefined
  }

  function connect(): Promise<IDBDatabase> {
    if (handle) return handle
    const opening = open(factory(), name, steps).then((db) => {
      db.addEventListener('close', forget)
      // A newer version can only open once all older handles are closed.
      db.addEventListener('versionchange', () => {
        forget()
        db.close()
      })
      return db
    })
    opening.catch(forget)
    handle = opening
    return opening
  }

  async function attempt<T>(stores: string[], mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    const db = await connect()
    return run(db.transaction(stores, mode, { durability }), work)
  }

  return {
    async transact(stores, mode, work) {
      try {
        return await attempt(stores, mode, work)
      } catch (error) {
        if (!isLostHandle(error)) throw asStorageFull(error)
        forget()
      }
      try {
        return await attempt(stores, mode, work)
      } catch (error) {
        throw asStorageFull(error)
      }
    },
  }
}

/** One store of a database, for the functions of idb-keyval: each of them is a transaction of its own. */
export function keyStore(database: DeviceDatabase, name: string): UseStore {
  return (mode, work) =>
    database.transact([name], mode, async (transaction) => work(transaction.objectStore(name)))
}

function open(
  factory: IDBFactory,
  name: string,
  steps: readonly UpgradeStep[],
): Promise<IDBDatabase> {
  const request = factory.open(name, steps.length)
  request.addEventListener('upgradeneeded', ({ oldVersion }) => {
    const { result: db, transaction } = request
    for (const step of steps.slice(oldVersion)) if (transaction) step(db, transaction)
  })
  return promisifyRequest(request).catch((error: unknown) => {
    // A newer release has been here. Steps only add, so its store serves this one too.
    if (isNamed(error, 'VersionError')) return promisifyRequest(factory.open(name))
    throw error
  })
}

async function run<T>(transaction: IDBTransaction, work: Work<T>): Promise<T> {
  const complete = completionOf(transaction)
  // Failing work rejects with its own error; the abort that follows adds nothing.
  complete.catch(() => undefined)
  // The event comes before `transaction.error` is set, and the transaction's promise does not carry it.
  let failed: DOMException | null = null
  transaction.addEventListener('error', ({ target }) => {
    failed ??= (target as IDBRequest).error
  })
  let result: T
  try {
    result = await work(transaction)
  } catch (error) {
    abort(transaction)
    throw transaction.error ?? failed ?? error
  }
  await complete
  return result
}

function completionOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('The transaction was aborted.', 'AbortError')),
    )
  })
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has ended already, which is what was wanted.
  }
}

/** Safari loses its connection while in the background; any browser closes handles when it must. */
function isLostHandle(error: unknown): boolean {
  return ['InvalidStateError', 'UnknownError', 'AbortError'].some((name) => isNamed(error, name))
}

/** Chromium says of bytes that the disk itself has no room for: "DataError: Failed to write blobs". */
function asStorageFull(error: unknown): unknown {
  const isFull = ['QuotaExceededError', 'DataError'].some((name) => isNamed(error, name))
  return isFull ? new StorageFullError('This device is full.', { cause: error }) : error
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name
}
