export type SqlValue = string | number | bigint | null

/** A statement with text and values kept apart. Each driver joins the parts with its own placeholders. */
export interface Sql {
  parts: readonly string[]
  values: readonly SqlValue[]
}

/** Text of both engines: `bigint` ids, times as epoch ms from the app, JSON as text, no date functions, no data-modifying CTE. */
export function sql(strings: TemplateStringsArray, ...inserts: readonly (SqlValue | Sql)[]): Sql {
  const parts: string[] = [strings[0] ?? '']
  const values: SqlValue[] = []
  inserts.forEach((insert, index) => {
    const rest = strings[index + 1] ?? ''
    if (isSql(insert)) {
      const [first = '', ...others] = insert.parts
      parts[parts.length - 1] += first
      parts.push(...others)
      values.push(...insert.values)
      parts[parts.length - 1] += rest
    } else {
      parts.push(rest)
      values.push(insert)
    }
  })
  return { parts, values }
}

/** `a, b, c` for an `in (…)` list. An empty list matches nothing. */
export function sqlList(values: readonly SqlValue[]): Sql {
  if (values.length === 0) return { parts: ['null'], values: [] }
  return { parts: ['', ...values.map((_value, i) => (i < values.length - 1 ? ', ' : ''))], values }
}

function isSql(insert: SqlValue | Sql): insert is Sql {
  return typeof insert === 'object' && insert !== null
}

export interface Queries {
  all<Row>(statement: Sql): Promise<Row[]>
  get<Row>(statement: Sql): Promise<Row | undefined>
  /** Resolves to the number of rows changed. */
  run(statement: Sql): Promise<number>
  /** Runs statements of a migration, written in PostgreSQL's words. */
  define(ddl: string): Promise<void>
}

export interface Database extends Queries {
  /** Runs `work` in one transaction that no other write can interleave with; rolls back when it rejects. */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  /** `for update skip locked` where several processes share the engine, nothing where one writes alone. */
  skipLocked: Sql
  close(): Promise<void>
}
