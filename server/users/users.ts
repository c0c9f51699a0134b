import type { User } from '../../contract/entities.ts'
import { sql } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import { outdateFeed } from '../live/changes.ts'
import { HttpError } from '../http/http-error.ts'
import { forgetNumber } from './codes.ts'

interface NewUser {
  /** Digits. */
  phone: string
  name: string
  email: string
}

export async function findUserByPhone(db: Queries, phone: string): Promise<User | undefined> {
  return db.get<User>(sql`select id, name, phone, email from users where phone = ${phone}`)
}

export async function addUser(
  db: Queries,
  { phone, name, email }: NewUser,
  now: number,
): Promise<User> {
  const row = await db.get<User>(sql`
    insert into users (phone, name, email, created_at)
    values (${phone}, ${name}, ${email}, ${now})
    returning id, name, phone, email`)
  if (!row) throw new Error('the new user was not returned')
  return row
}

/** What stands in for the phone of a deleted account that has left photos: no number, so that the same phone makes a new one. */
export function deletedPhone(id: number): string {
  return `deleted:${id}`
}

/** Keeps an account from being deleted until the transaction ends. Rejects with 401 where it is gone: a form may come in for minutes. */
export async function requireAccount(tx: Transaction, id: number): Promise<void> {
  // Not `lockRow`: a photo of an owner that is shown meanwhile refers to them from rows that this transaction wants next.
  await tx.shareRow('users', id)
  const user = await tx.get(
    sql`select id from users where id = ${id} and phone <> ${deletedPhone(id)}`,
  )
  if (!user) throw new HttpError('unauthorized')
}

/** Changes a user, and with that each feed in which they are to be seen. Rejects with 401 where the account is gone. */
export async function changeUser(
  tx: Transaction,
  id: number,
  { name, email }: Pick<User, 'name' | 'email'>,
): Promise<void> {
  // From here on nothing of theirs comes into an event that is not among those.
  await tx.lockRow('users', id)
  await requireAccount(tx, id)
  await tx.run(sql`update users set name = ${name}, email = ${email} where id = ${id}`)
  for (const event_id of await listEventsWith(tx, id)) await outdateFeed(tx, event_id)
}

/** Gives a user another phone number, which nobody else may have. Their sign-ins stay; the old number stands nowhere any more. */
export async function setPhone(
  tx: Transaction,
  { id, phone: old }: Pick<User, 'id' | 'phone'>,
  phone: string,
): Promise<void> {
  await tx.lockRow('users', id)
  await tx.run(sql`update users set phone = ${phone} where id = ${id}`)
  await forgetNumber(tx, old)
}

/** The events in which a user is to be seen: by a post, a like or a comment. In the order in which their rows are held. */
export async function listEventsWith(tx: Queries, userId: number): Promise<number[]> {
  const rows = await tx.all<{ event_id: number }>(sql`
    select event_id from posts where user_id = ${userId}
    union
    select p.event_id from likes l join posts p on p.id = l.post_id where l.user_id = ${userId}
    union
    select p.event_id from comments c join posts p on p.id = c.post_id where c.user_id = ${userId}
    order by event_id`)
  return rows.map(({ event_id }) => event_id)
}
