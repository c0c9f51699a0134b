import type { Database, Sql } from '../../server/db/sql.ts'

/** The fields used of PostgreSQL's `explain (analyze, format json)`. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** More rows than the posts of a page with a hundred likes each. */
const ROWS_OF_A_PAGE = 3000

/**
 * What a statement does besides going straight to its rows: full scans, rows read and discarded, sorting. PostgreSQL rightly
 * scans small tables; `large` names those where it must not.
 */
export async function detours(
  db: Database,
  statement: Sql,
  large: readonly string[],
): Promise<string[]> {
  return db.isShared ? detoursOfPostgres(db, statement, large) : detoursOfSqlite(db, statement)
}

async function detoursOfSqlite(db: Database, statement: Sql): Promise<string[]> {
  const plan = await db.all<{ detail: string }>(prefixed('explain query plan', statement))
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => /\bSCAN (?!n\b)|TEMP B-TREE FOR (?!.*ORDER BY)/.test(detail))
}

async function detoursOfPostgres(
  db: Database,
  statement: Sql,
  large: readonly string[],
): Promise<string[]> {
  const rows = await db.all<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    prefixed('explain (analyze, format json)', statement),
  )
  return rows
    .flatMap((row) => row['QUERY PLAN'])
    .flatMap(({ Plan }) => nodesOf(Plan))
    .filter((node) => isDetour(node, large))
    .map((node) => JSON.stringify({ ...node, Plans: undefined }))
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

function isDetour(node: PlanNode, large: readonly string[]): boolean {
  if (!large.includes(node['Relation Name'] ?? '')) return false
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const read = node['Actual Rows'] * node['Actual Loops']
  return node['Node Type'] === 'Seq Scan' || removed > 0 || read > ROWS_OF_A_PAGE
}

function prefixed(words: string, { parts: [first = '', ...rest], values }: Sql): Sql {
  return { parts: [`${words} ${first}`, ...rest], values }
}
