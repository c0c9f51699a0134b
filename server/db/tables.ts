import { sql, sqlList } from './sql.ts'
import type { Database, Queries, Sql, SqlValue } from './sql.ts'

type Engine = Pick<Database, 'isShared'>

export interface Table {
  name: string
  columns: readonly string[]
  /** Columns of its primary key. */
  key: readonly string[]
}

const PAGE_ROWS = 1000
/** Both engines take more values in one statement. */
const INSERT_VALUES_MAX = 10_000

/** All tables in the order in which they were made, so each after those that its rows refer to. */
export async function listTables(db: Queries, { isShared }: Engine): Promise<Table[]> {
  const columns = await db.all<{ table: string; column: string; pk: number | null }>(
    isShared
      ? sql`select t.relname as "table", c.attname as "column", array_position(k.conkey, c.attnum) as pk
              from pg_class t
              join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
              left join pg_constraint k on k.conrelid = t.oid and k.contype = 'p'
             where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace
             order by t.oid, c.attnum`
      : sql`select t.name as "table", c.name as "column", c.pk
              from sqlite_master t, pragma_table_info(t.name) c
             where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
             order by t.rowid, c.cid`,
  )
  return [...Map.groupBy(columns, ({ table }) => table)].map(([name, own]) => ({
    name,
    columns: own.map(({ column }) => column),
    key: own
      .filter(({ pk }) => pk)
      .toSorted((a, b) => Number(a.pk) - Number(b.pk))
      .map(({ column }) => column),
  }))
}

export type Row = Record<string, SqlValue>

/** All rows of a table in the order of its key, some at a time. */
export async function* readPages(
  db: Queries,
  { name, columns, key }: Table,
): AsyncGenerator<Row[]> {
  const wanted = sql`select ${names(columns)} from ${names([name])}`
  const order = sql`order by ${names(key)} limit ${PAGE_ROWS}`
  let last: Row | undefined
  do {
    const after = last && sqlList(key.map((column) => last?.[column] ?? null))
    const rest = after ? sql`where (${names(key)}) > (${after})` : sql``
    const rows = await db.all<Row>(sql`${wanted} ${rest} ${order}`)
    if (rows.length > 0) yield rows
    last = rows.length === PAGE_ROWS ? rows.at(-1) : undefined
  } while (last)
}

/** Adds rows as they are, with their ids; each has its values in the order of `columns`. */
export async function insertRows(
  db: Queries,
  { isShared }: Engine,
  { name, columns }: Omit<Table, 'key'>,
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  const ownIds = isShared ? sql`overriding system value` : sql``
  const atOnce = Math.max(1, Math.floor(INSERT_VALUES_MAX / columns.length))
  for (let from = 0; from < rows.length; from += atOnce) {
    const values = joined(rows.slice(from, from + atOnce).map((row) => sql`(${sqlList(row)})`))
    await db.run(sql`insert into ${names([name])} (${names(columns)}) ${ownIds} values ${values}`)
  }
}

/** The highest id that each table has ever given to a row, which is not given twice; 0: none yet. */
export async function readLastIds(db: Queries, { isShared }: Engine): Promise<Map<string, number>> {
  const rows = await db.all<{ name: string; id: number }>(
    isShared
      ? sql`select replace(sequencename, '_id_seq', '') as name, coalesce(last_value, 0) as id
              from pg_sequences where schemaname = current_schema()`
      : sql`select t.name, coalesce(s.seq, 0) as id
              from sqlite_master t left join sqlite_sequence s on s.name = t.name
             where t.type = 'table' and t.sql like '%autoincrement%'`,
  )
  return new Map(rows.map(({ name, id }) => [name, id]))
}

/** Has a table give its next row the id after this one. */
export async function setLastId(
  db: Queries,
  { isShared }: Engine,
  table: string,
  id: number,
): Promise<void> {
  if (isShared) {
    await db.all(sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${id})`)
    return
  }
  await db.run(sql`delete from sqlite_sequence where name = ${table}`)
  await db.run(sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`)
}

/** Names from the database's own description, as a statement names them. */
function names(list: readonly string[]): Sql {
  return { parts: [list.map((name) => `"${name}"`).join(', ')], values: [] }
}

function joined(list: readonly Sql[]): Sql {
  const parts = ['']
  for (const [at, item] of list.entries()) {
    const [first = '', ...others] = item.parts
    parts[parts.length - 1] += (at === 0 ? '' : ', ') + first
    parts.push(...others)
  }
  return { parts, values: list.flatMap(({ values }) => values) }
}
