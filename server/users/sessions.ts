import { createHmac, randomBytes, hash } from 'node:crypto'
import { TOKEN_LIFETIME_SECONDS } from '../../contract/limits.ts'
import type { User } from '../../contract/entities.ts'
import { sql, sqlList } from '../db/sql.ts'
import type { Database, Queries } from '../db/sql.ts'
import { notifySessionsEnded } from '../live/live-stream.ts'

const TOKEN_BYTES = 32
/** That many bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** The token of who signs in by this code under this `Idempotency-Key`: the same for the same three, random without a key. */
export function tokenFor(
  { request_id, code }: { request_id: string; code: string },
  key: string | undefined,
  secret: Buffer,
): string {
  if (!key) return randomToken()
  return createHmac('sha256', secret)
    .update(`session:${request_id}:${code}:${key}`)
    .digest('base64url')
}

function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Signs a user in; resolves to the token, of which only the hash is kept. */
export async function createSession(
  db: Queries,
  userId: number,
  now: number,
  token = randomToken(),
): Promise<string> {
  await db.run(sql`
    insert into sessions (token_hash, user_id, created_at, expires_at)
    values (${tokenHash(token)}, ${userId}, ${now}, ${now + TOKEN_LIFETIME_SECONDS * 1000})`)
  return token
}

/** The user whose token this is; undefined for one that is unknown, revoked or expired. */
export async function authenticate(
  db: Queries,
  token: string,
  now: number,
): Promise<User | undefined> {
  if (!TOKEN.test(token)) return undefined
  const row = await db.get<User & { guest_of: string | null }>(sql`
    select u.id, u.name, u.phone, u.email, e.event_hash as guest_of
      from sessions s
      join users u on u.id = s.user_id
      left join guests g on g.user_id = u.id
      left join events e on e.id = g.event_id
     where s.token_hash = ${tokenHash(token)} and s.expires_at > ${now}`)
  if (!row) return undefined
  const { guest_of, ...user } = row
  return guest_of === null ? user : { ...user, phone: '', guestOf: guest_of }
}

/** Which of these sessions, named by their tokens' hashes, have neither been revoked nor expired. */
export async function listValidSessions(
  db: Queries,
  sessions: readonly string[],
  now: number,
): Promise<string[]> {
  const rows = await db.all<{ token_hash: string }>(sql`
    select token_hash from sessions where token_hash in (${sqlList(sessions)}) and expires_at > ${now}`)
  return rows.map(({ token_hash }) => token_hash)
}

/** Ends a session, and with it the live streams that it listens to. */
export async function revokeSession(db: Database, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx.get<{ user_id: number }>(
      sql`delete from sessions where token_hash = ${tokenHash(token)} returning user_id`,
    )
    if (ended) await notifySessionsEnded(tx, ended.user_id)
  })
}

export async function pruneSessions(db: Queries, now: number): Promise<void> {
  await db.run(sql`delete from sessions where expires_at <= ${now}`)
}

export function tokenHash(token: string): string {
  return hash('sha256', token)
}
