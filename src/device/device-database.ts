import { promisifyRequest } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'

/** Brings a store from one version to the next. It only ever adds: an older tab goes on using the store. */
export type UpgradeStep = (db: IDBDatabase, transaction: IDBTransaction) => void

/** Work of one transaction. It may await nothing but this transaction's own requests. */
export type Work<T> = (transaction: IDBTransaction) => Promise<T>

export interface DeviceDatabase {
  /**
   * Gives the result of `work` once its transaction is complete, on disk where it writes.
   * A lost handle is opened anew and the work done again, once: it must be safe to repeat.
   * Rejects with StorageFullError, or with what the browser said.
   */
  transact<T>(stores: string[], mode: IDBTransactionMode, work: Work<T>): Promise<T>
}

/** This device has no room left for what was to be written; nothing of it was. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError'
}

/**
 * A database of this device, at version `steps.length`. Opened at its first use. `strict`: complete means on the disk, so that
 * "saved" also holds when the power goes; `relaxed` is quicker, for what can be asked for again.
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
      // A newer version waits for every older handle to close.
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
    // A newer version of the app has been here; as steps only add, its store serves this one too.
    if (isNamed(error, 'VersionError')) return promisifyRequest(factory.open(name))
    throw error
  })
}

async function run<T>(transaction: IDBTransaction, work: Work<T>): Promise<T> {
  const complete = completionOf(transaction)
  // Work that fails is reported by its own error; the abort which follows says nothing more.
  complete.catch(() => undefined)
  // It comes before the transaction knows of it, and who waits for the transaction alone is told nothing.
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
    // It has ended by itself already, which is what was wanted.
  }
}

/** Safari loses its connection while in the background; any browser closes handles when it must. */
function isLostHandle(error: unknown): boolean {
  return ['InvalidStateError', 'UnknownError', 'AbortError'].some((name) => isNamed(error, name))
}

function asStorageFull(error: unknown): unknown {
  return isNamed(error, 'QuotaExceededError')
    ? new StorageFullError('This device is full.', { cause: error })
    : error
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name
}
