/** Brings a store from one version to the next. It only ever adds: an older tab goes on using the store. */
export type UpgradeStep = (db: IDBDatabase) => void

/** Work of one transaction. It may await nothing but this transaction's own requests. */
export type Work<T> = (transaction: IDBTransaction) => Promise<T>

export interface DeviceDatabase {
  /**
   * Gives the result of `work` once its transaction is complete, on disk where it writes.
   * A lost handle is opened anew and the work done again, once: it must be safe to repeat.
   * Rejects with StorageFullError, or with what the browser said.
   */
  transact<T>(stores: string[], mode: 'readonly' | 'readwrite', work: Work<T>): Promise<T>
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

/** What a request gives, once it succeeds. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('request failed')))
  })
}

function open(
  factory: IDBFactory,
  name: string,
  steps: readonly UpgradeStep[],
): Promise<IDBDatabase> {
  const request = factory.open(name, steps.length)
  request.addEventListener('upgradeneeded', ({ oldVersion }) => {
    for (const step of steps.slice(oldVersion)) step(request.result)
  })
  return resultOf(request).catch((error: unknown) => {
    // A newer version of the app has been here; as steps only add, its store serves this one too.
    if (isNamed(error, 'VersionError')) return resultOf(factory.open(name))
    throw error
  })
}

async function run<T>(transaction: IDBTransaction, work: Work<T>): Promise<T> {
  const complete = completionOf(transaction)
  // Work that fails is reported by its own error; the abort which follows says nothing more.
  complete.catch(() => undefined)
  let result: T
  try {
    result = await work(transaction)
  } catch (error) {
    abort(transaction)
    throw transaction.error ?? error
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
