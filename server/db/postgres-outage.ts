/**
 * Errors that say nothing of what was asked: of the line, by Node's names, and of a server that ends, starts, has no room, takes
 * too long or only lets itself be read, as a standby does (PostgreSQL, appendix A).
 */
const OUTAGES = new Set(
  (
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOENT ENOTFOUND EAI_AGAIN EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ' +
    '57P01 57P02 57P03 57P05 57014 53300 25P03 25006'
  ).split(' '),
)
const CONNECTION_CLASS = /^08/
/** What `pg` says without a code. */
const WORDS =
  /^(Query read timeout|timeout|Connection terminated|Client (was closed|has encountered a connection error))/

/** Whether the database did not answer, or could not. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return OUTAGES.has(code) || CONNECTION_CLASS.test(code) || WORDS.test(error.message)
}

/** Whether the database's disk has no room (`disk_full`). */
export function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100'
}
