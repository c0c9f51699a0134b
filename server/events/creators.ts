import { hash, randomBytes } from 'node:crypto'
import type { User } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { sql } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { DAY_MS } from '../limits/limit.ts'
import type { Creators } from '../limits/limit-settings.ts'
import { requireAccount } from '../users/users.ts'

const TOKEN_BYTES = 32

/** What the operator says of who may create Ormas. */
export interface CreatorRules {
  creators: Creators
  /** Whom all others ask; undefined: it is not said. */
  operatorContact: string | undefined
}

type Person = Pick<User, 'id' | 'phone'>

/** Whether somebody may create Ormas here; without them, whether everybody may who has a phone. */
export async function mayCreate(
  db: Queries,
  { creators }: CreatorRules,
  person: Person | undefined,
): Promise<boolean> {
  if (creators === 'anyone') return true
  if (!person) return false
  const { id, phone } = person
  if (creators !== 'invited' && creators.has(phone)) return true
  const found = await db.get(sql`select user_id from creators where user_id = ${id}`)
  return found !== undefined
}

/** Rejects with 403, and whom to ask, where somebody may not create Ormas here. */
export async function requireCreator(
  db: Queries,
  rules: CreatorRules,
  user: Person,
): Promise<void> {
  if (await mayCreate(db, rules, user)) return
  throw new HttpError('create_refused', { message: texts.creator.refused(rules.operatorContact) })
}

/** Makes a link by which so many people may create Ormas. Its token is told here alone. */
export async function addCreatorInvitation(
  tx: Transaction,
  { uses, days }: { uses: number; days: number },
  nowMs: number,
): Promise<{ token: string; expiresAt: number }> {
  await tx.run(sql`delete from creator_invitations where expires_at <= ${nowMs}`)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = nowMs + days * DAY_MS
  await tx.run(sql`
    insert into creator_invitations (token_hash, uses_left, created_at, expires_at)
    values (${tokenHash(token)}, ${uses}, ${nowMs}, ${expiresAt})`)
  return { token, expiresAt }
}

/** Has somebody create Ormas from now on, by an invitation; who may already does not use it up. Rejects with 404 where it is good no more. */
export async function followInvitation(
  tx: Transaction,
  rules: CreatorRules,
  { user, token, nowMs }: { user: Person; token: string; nowMs: number },
): Promise<void> {
  // Pressed twice, the second waits here for the first.
  await tx.lock(`creator ${user.id}`)
  await requireAccount(tx, user.id)
  if (await mayCreate(tx, rules, user)) return
  const used = await tx.run(sql`
    update creator_invitations set uses_left = uses_left - 1
     where token_hash = ${tokenHash(token)} and uses_left > 0 and expires_at > ${nowMs}`)
  if (used === 0) throw new HttpError('invitation_gone')
  await tx.run(sql`delete from creator_invitations where uses_left = 0`)
  await tx.run(sql`insert into creators (user_id, since) values (${user.id}, ${nowMs})`)
}

function tokenHash(token: string): string {
  return hash('sha256', token)
}
