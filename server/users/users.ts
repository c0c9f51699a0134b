import type { User } from '../../contract/entities.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'

export interface NewUser {
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

export async function changeUser(
  db: Queries,
  id: number,
  { name, email }: Pick<User, 'name' | 'email'>,
): Promise<void> {
  await db.run(sql`update users set name = ${name}, email = ${email} where id = ${id}`)
}
