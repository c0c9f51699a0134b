export type SqlValue = string | number | bigint | null

/** A statement with text and values kept apart. Each driver joins the parts with its own placeholders. */
export interface Sql {
  parts: readonly string[]
  values: readonly SqlValue[]
}

/** Text of both engines: `bigint` ids, times as epoch ms from the app, JSON as text, no date functions, no data-modifying CTE. */
export function sql(strings: TemplateStringsArray, ...inserts: readonly (SqlValue | Sql)[]): Sql {
  const parts = [strings[0] ?? '']
  const values: SqlValue[] = []
  for (const [at, insert] of inserts.entries()) {
    const inner = isSql(insert) ? insert : { parts: ['', ''], values: [insert] }
    const [first = '', ...others] = inner.parts
    parts[parts.length - 1] += first
    parts.push(...others)
    parts[parts.length - 1] += strings[at + 1] ?? ''
    values.push(...inner.values)
  }
  return { parts, values }
}

/** How many rows there are; `from` is the statement from its `from` on. */
export async function countRows(db: Queries, from: Sql): Promise<number> {
  const row = await db.get<{ count: number }>(sql`select count(*) as count ${from}`)
  return row?.count ?? 0
}

/** `a, b, c` for an `in (…)` list. An empty list matches nothing. */
export function sqlList(values: readonly SqlValue[]): Sql {
  if (values.length === 0) return { parts: ['null'], values: [] }
  return { parts: ['', ...values.map((_value, i) => (i < values.length - 1 ? ', ' : ''))], values }
}

function isSql(insert: SqlValue | Sql): insert is Sql {
  return typeof insert === 'object' && insert !== null
}

/** Foreign key violations, as SQLite numbers and as PostgreSQL names them. */
const REFERENCE_ERRORS: readonly unknown[] = [787, '23503']

/** Whether a statement failed because something that it refers to is gone, or because something refers to what it deletes. */
export function isReferenceError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return REFERENCE_ERRORS.includes(errcode ?? code)
}

/** Each rejects with `DatabaseOutage` where a database does not answer in time, and with `StorageFull` where its disk has no room. */
export interface Queries {
  all<Row>(statement: Sql): Promise<Row[]>
  get<Row>(statement: Sql): Promise<Row | undefined>
  /** Resolves to the number of rows changed. */
  run(statement: Sql): Promise<number>
  /** Runs statements of a migration, written in PostgreSQL's words. */
  define(ddl: string): Promise<void>
  /** Sends a message to all who listen to `channel`, in every process: once the transaction is committed, and not at all if it is not. */
  notify(channel: string, message: string): Promise<void>
}

/** Receives each message of a channel. Undefined: the connection was broken, messages may have been missed. */
export type Listener = (message: string | undefined) => void

/** What a transaction holds, it holds until it ends. Where one connection writes alone, everything is held already. */
export interface Transaction extends Queries {
  /** Waits until no other transaction holds this name: for what is looked at first and written then. */
  lock: (name: string) => Promise<void>
  /** Waits until nobody else changes this row. From then on nobody changes it, deletes it or comes to refer to it. */
  lockRow: (table: 'users' | 'events' | 'posts', id: number) => Promise<void>
  /** Waits until nobody else changes this row. From then on nobody changes or deletes it; others may come to refer to it. */
  shareRow: (table: 'users', id: number) => Promise<void>
}

export interface TransactionOptions {
  /** No statement is given up however long it takes. */
  isLong?: boolean
  /** `work` only reads, and what it reads is of one moment, however long it takes. No other process waits for it. */
  isSnapshot?: boolean
  /** What it deletes is to be gone from the database's files, too, where the engine can see to that. */
  isErasure?: boolean
}

export type LockMode = 'shared' | 'exclusive'
export type Unlock = () => Promise<void>

/** Connections of this process to its database, and what waits for one. */
interface DatabaseLoad {
  used: number
  idle: number
  waiting: number
}

export interface Database extends Queries {
  /**
   * Runs `work` in one transaction; rolls back when it rejects. Where several write at once, another's committed work shows
   * from one statement to the next unless it is held off, and a transaction in conflict with others runs again from its start.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Has `listener` receive the messages of a channel (a plain name) from now on. Gives what ends that. */
  listen(channel: string, listener: Listener): () => void
  /**
   * Locks a name, shared with others or exclusively, until it is unlocked, the database is closed or the process ends. Undefined
   * where another process has it otherwise. Where no other may work on this database, nobody has.
   */
  tryLock(name: string, mode: LockMode): Promise<Unlock | undefined>
  /** Whether other processes may work on this database at the same time. */
  isShared: boolean
  /** `for update skip locked` where several processes share the engine, nothing where one writes alone. */
  skipLocked: Sql
  load(): DatabaseLoad
  close(): Promise<void>
}
