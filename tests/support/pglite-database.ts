import { PGlite } from '@electric-sql/pglite'
import type { Transaction as PGliteTransaction } from '@electric-sql/pglite'
import { sql } from '../../server/db/sql.ts'
import type { Database, Queries, Sql } from '../../server/db/sql.ts'

const BIGINT = 20
const NUMERIC = 1700

/** PostgreSQL as WebAssembly, in this process. */
export function startPglite(): Promise<PGlite> {
  return PGlite.create({ parsers: { [BIGINT]: Number, [NUMERIC]: Number } })
}

/** Runs the server's PostgreSQL statements on PGlite, one at a time. */
export function onPglite(pglite: PGlite): Database {
  return {
    ...queriesOn(pglite),
    // One at a time: whatever is read in one is of one moment.
    transaction: (work) =>
      pglite.transaction((tx) =>
        work({
          ...queriesOn(tx),
          lock: async () => undefined,
          lockRow: async () => undefined,
          shareRow: async () => undefined,
        }),
      ),
    listen(channel, ear) {
      const listening = pglite.listen(channel, ear)
      void listening.then(() => ear(undefined))
      return () => void listening.then((stop) => stop())
    },
    tryLock: async () => async () => undefined,
    isShared: true,
    skipLocked: sql`for update skip locked`,
    load: () => ({ used: 0, idle: 1, waiting: 0 }),
    close: async () => undefined,
  }
}

function queriesOn(pglite: PGlite | PGliteTransaction): Queries {
  const query = ({ parts, values }: Sql) =>
    pglite.query(
      parts.reduce((text, part, index) => `${text}$${index}${part}`),
      [...values],
    )
  return {
    all: async <Row>(q: Sql) => (await query(q)).rows as Row[],
    get: async <Row>(q: Sql) => (await query(q)).rows[0] as Row | undefined,
    run: async (q) => (await query(q)).affectedRows ?? 0,
    define: async (ddl) => void (await pglite.exec(ddl)),
    notify: async (channel, word) =>
      void (await pglite.query('select pg_notify($1, $2)', [channel, word])),
  }
}
