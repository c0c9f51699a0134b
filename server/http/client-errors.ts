import { api } from '../../contract/api.ts'
import { CLIENT_ERROR_KINDS } from '../../contract/client-error-kinds.ts'
import type { ClientErrorKind } from '../../contract/client-error-kinds.ts'
import { CLIENT_ERRORS_PER_ADDRESS } from '../../contract/limits.ts'
import type { Database } from '../db/sql.ts'
import { addressScope } from '../limits/address-scope.ts'
import { spend } from '../limits/limit.ts'
import { handle } from './handle.ts'
import type { Route } from './handle.ts'
import { labelled, writeFamily } from './prometheus-text.ts'

interface ClientErrorParts {
  db: Database
  now: () => number
}

/** What pages told this process of their errors, and the call by which they do. */
export function createClientErrors({ db, now }: ClientErrorParts): {
  routes: Route[]
  /** In the text format of Prometheus. */
  write: () => string
} {
  const counts = new Map<ClientErrorKind, number>(CLIENT_ERROR_KINDS.map((kind) => [kind, 0]))
  const report = handle(api.reportClientError, {
    async run({ body: { kind }, address }) {
      const limit = {
        scope: `client-error:${addressScope(address)}`,
        ...CLIENT_ERRORS_PER_ADDRESS,
      }
      await db.transaction((tx) => spend(tx, limit, now()))
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      return undefined
    },
  })
  return {
    routes: [report],
    write: () =>
      writeFamily(
        { name: 'orma_client_errors_total', type: 'counter', help: 'Errors that pages told of.' },
        [...counts].map(([kind, value]) => ({ labels: labelled({ kind }), value })),
      ),
  }
}
