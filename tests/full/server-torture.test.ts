import { expect, it } from 'vitest'
import { findPostgres } from '../support/find-postgres.ts'
import { DATABASE_NAMES } from '../../scripts/torture/server-victims.ts'
import { runServerTrial } from '../../scripts/torture/server-trial.ts'

/** As many as take a handful of kills; `npm run torture -- --target=server` goes on for as long as one likes. */
const WRITES = 600

it.each(DATABASE_NAMES)(
  'F2: no acknowledged write is lost or doubled on %s while all is killed',
  { timeout: 1_200_000 },
  async (database) => {
    if (database === 'postgres' && findPostgres() === undefined) {
      console.log('No PostgreSQL on this machine, and no way to fetch it: not tried on it.')
      return
    }
    const result = await runServerTrial({ seed: 1, writes: WRITES, database })
    expect(result).toMatchObject({ lost: 0, doubled: 0, disordered: 0 })
    expect(result.kills).toBeGreaterThan(0)
  },
)
