import { hash, randomBytes } from 'node:crypto'
import type { OpenInvitation } from '../../contract/endpoints/organiser-endpoints.ts'
import { INVITATION_DAYS, OPEN_INVITATIONS_MAX } from '../../contract/limits.ts'
import { countRows, sql } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { DAY_MS } from '../limits/limit.ts'

const TOKEN_BYTES = 32

interface InvitationRow {
  id: number
  created_at: number
  expires_at: number
}

/** Makes a link that is good once. Its token is told here alone. Rejects with 409 where too many are open. */
export async function addInvitation(
  tx: Transaction,
  event_id: number,
  nowMs: number,
): Promise<OpenInvitation & { token: string }> {
  await tx.lockRow('events', event_id)
  await tx.run(sql`delete from invitations where event_id = ${event_id} and expires_at <= ${nowMs}`)
  const open = await countRows(tx, sql`from invitations where event_id = ${event_id}`)
  if (open >= OPEN_INVITATIONS_MAX) throw new HttpError('too_many_invitations')
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = await tx.get<InvitationRow>(sql`
    insert into invitations (token_hash, event_id, created_at, expires_at)
    values (${tokenHash(token)}, ${event_id}, ${nowMs}, ${nowMs + INVITATION_DAYS * DAY_MS})
    returning id, created_at, expires_at`)
  if (!row) throw new Error('a new invitation cannot be found')
  return { ...toInvitation(row), token }
}

/** The invitations that nobody has followed yet, the newest first. */
export async function listOpen(
  db: Queries,
  event_id: number,
  nowMs: number,
): Promise<OpenInvitation[]> {
  const rows = await db.all<InvitationRow>(sql`
    select id, created_at, expires_at from invitations
     where event_id = ${event_id} and expires_at > ${nowMs}
     order by id desc`)
  return rows.map(toInvitation)
}

export async function dropInvitation(
  db: Queries,
  { event_id, id }: { event_id: number; id: number },
): Promise<void> {
  await db.run(sql`delete from invitations where event_id = ${event_id} and id = ${id}`)
}

interface Shown {
  event_id: number
  token: string
}

export async function isOpenInvitation(
  db: Queries,
  { event_id, token }: Shown,
  nowMs: number,
): Promise<boolean> {
  const found = await db.get(sql`
    select id from invitations
     where token_hash = ${tokenHash(token)} and event_id = ${event_id} and expires_at > ${nowMs}`)
  return found !== undefined
}

/** Uses an invitation up; false: it was not, or is no more. */
export async function useInvitation(
  tx: Transaction,
  { event_id, token }: Shown,
  nowMs: number,
): Promise<boolean> {
  const used = await tx.run(sql`
    delete from invitations
     where token_hash = ${tokenHash(token)} and event_id = ${event_id} and expires_at > ${nowMs}`)
  return used > 0
}

function tokenHash(token: string): string {
  return hash('sha256', token)
}

function toInvitation({ id, created_at, expires_at }: InvitationRow): OpenInvitation {
  const iso = (ms: number) => new Date(ms).toISOString()
  return { id, createdAt: iso(created_at), expiresAt: iso(expires_at) }
}
