import { hash } from 'node:crypto'
import type { Database, Queries } from '../db/sql.ts'
import { deleteRows, findRows, isEmptyTable, readPages, replaceRows } from '../db/tables.ts'
import type { Row, Table } from '../db/tables.ts'

export interface CopiedRows {
  /** Rows that were missing in the target, or other than in the source. */
  written: number
  /** Rows that the source does not have. */
  removed: number
}

/**
 * Makes tables of the target, each after those that its rows refer to, hold what the source's hold. What is alike is left as it is:
 * cut anywhere, it goes on where it is done again, and what changed meanwhile is copied as well.
 */
export async function copyRows(
  source: Queries,
  target: Database,
  tables: readonly Table[],
): Promise<CopiedRows> {
  const copied = { written: 0, removed: 0 }
  // All of them first: a name that one row has left may be another's by now.
  for (const table of tables.toReversed())
    copied.removed += await removeOthers(source, target, table)
  for (const table of tables) copied.written += await writeRows(source, target, table)
  return copied
}

async function removeOthers(source: Queries, target: Database, table: Table): Promise<number> {
  const keys = { ...table, columns: table.key }
  let removed = 0
  for await (const page of readPages(target, keys)) {
    const there = new Set((await findRows(source, keys, page)).map(textOf(table.key)))
    const others = page.filter((row) => !there.has(textOf(table.key)(row)))
    await deleteRows(target, table, others)
    removed += others.length
  }
  return removed
}

async function writeRows(source: Queries, target: Database, table: Table): Promise<number> {
  const text = textOf(table.columns)
  const isNew = await isEmptyTable(target, table)
  let written = 0
  for await (const page of readPages(source, table)) {
    const there = new Set(isNew ? [] : (await findRows(target, table, page)).map(text))
    const wanted = page.filter((row) => !there.has(text(row)))
    const values = wanted.map((row) => table.columns.map((name) => row[name] ?? null))
    await replaceRows(target, target, table, values)
    written += wanted.length
  }
  return written
}

interface TableDigest {
  rows: number
  /** The SHA-256 of each row's text, all added up: the same in whatever order a database has them. */
  sum: bigint
}

/** Reads a table for its digest; the same rows have the same on either database. */
export async function digestTable(queries: Queries, table: Table): Promise<TableDigest> {
  const text = textOf(table.columns)
  const digest = { rows: 0, sum: 0n }
  for await (const page of readPages(queries, table)) {
    for (const row of page) {
      const sha256 = hash('sha256', text(row))
      digest.sum = BigInt.asUintN(256, digest.sum + BigInt(`0x${sha256}`))
    }
    digest.rows += page.length
  }
  return digest
}

function textOf(columns: readonly string[]): (row: Row) => string {
  return (row) => JSON.stringify(columns.map((name) => row[name]))
}
