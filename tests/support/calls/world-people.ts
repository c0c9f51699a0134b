import type { Event, User } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { createSession } from '../../../server/users/sessions.ts'
import { addUser } from '../../../server/users/users.ts'
import type { WholeApi } from '../whole-api.ts'

export interface Member {
  user: User
  token: string
}

export type PeopleParts = Pick<WholeApi, 'db' | 'clock'>

let phones = 0

/** A phone number that no other test of this process uses. */
export function newPhone(): string {
  phones += 1
  return `1555${String(phones).padStart(7, '0')}`
}

export async function addMember(
  { db, clock }: PeopleParts,
  name: string,
  phone = newPhone(),
): Promise<Member> {
  const user = await addUser(db, { phone, name, email: `guest${phone}@example.com` }, clock.ms)
  return { user, token: await createSession(db, user.id, clock.ms) }
}

export async function addGuest(
  { db, clock }: PeopleParts,
  { id, event_hash }: Pick<Event, 'id' | 'event_hash'>,
): Promise<Member> {
  const phone = `guest:${newPhone()}`
  const { email: _email, ...user } = await addUser(
    db,
    { phone, name: 'Nora Name', email: '' },
    clock.ms,
  )
  await db.run(sql`insert into guests (user_id, event_id) values (${user.id}, ${id})`)
  const token = await createSession(db, user.id, clock.ms)
  return { user: { ...user, email: null, guestOf: event_hash }, token }
}
