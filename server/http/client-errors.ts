import { Counter } from 'prom-client'
import type { Registry } from 'prom-client'
import { api } from '../../contract/api.ts'
import { clientErrorKind } from '../../contract/entities.ts'
import { CLIENT_ERRORS_PER_ADDRESS } from '../../contract/limits.ts'
import type { Database } from '../db/sql.ts'
import { addressScope } from './client-address.ts'
import { spend } from '../limits/limit.ts'
import { handle } from './handle.ts'
import type { Route } from './handle.ts'

interface ClientErrorParts {
  db: Database
  now: () => number
  metrics: Registry
}

export function clientErrorRoutes({ db, now, metrics }: ClientErrorParts): Route[] {
  const errors = new Counter({
    name: 'orma_client_errors_total',
    help: 'Errors that pages told of.',
    labelNames: ['kind'],
    registers: [metrics],
  })
  // Told of as zero where there were none.
  for (const kind of clientErrorKind.options) errors.inc({ kind }, 0)

  return [
    handle(api.reportClientError, {
      async run({ body: { kind }, address }) {
        const limit = {
          scope: `client-error:${addressScope(address)}`,
          ...CLIENT_ERRORS_PER_ADDRESS,
        }
        await db.transaction((tx) => spend(tx, limit, now()))
        errors.inc({ kind })
        return undefined
      },
    }),
  ]
}
