import { phoneDigits } from '../../contract/rules.ts'
import { canonicalPhone } from '../../contract/phone-number.ts'
import type { User } from '../../contract/entities.ts'
import { countRows, sql } from '../db/sql.ts'
import type { Database, Queries, Sql, Transaction } from '../db/sql.ts'
import { OperatorError } from '../settings/read-settings.ts'
import { findBan } from '../users/bans.ts'
import { lockPhone } from '../users/sms-limits.ts'
import { findUserByPhone, requireAccount, setPhone } from '../users/users.ts'

/** A number as somebody types it, in the one way in which it is stored. Rejects with an OperatorError where it can be none. */
export function readPhone(typed: string): string {
  const digits = phoneDigits(typed.replaceAll(/[\s()/.-]/g, ''))
  const phone = digits === undefined ? undefined : canonicalPhone(digits)
  if (phone !== undefined) return phone
  throw new OperatorError(
    `${typed} is no phone number: write it with its country code, such as +4915112345678.`,
  )
}

/** Rejects with an OperatorError where a number has no account. */
export async function findPerson(db: Queries, phone: string): Promise<User> {
  const user = await findUserByPhone(db, phone)
  if (user) return user
  throw new OperatorError(
    [`There is nobody here with the number +${phone}.`, ...(await banWords(db, phone))].join(' '),
  )
}

/** Says of a banned number that it is; nothing of others. */
export async function banWords(db: Queries, phone: string): Promise<string[]> {
  const ban = await findBan(db, phone)
  if (!ban) return []
  const since = new Date(ban.created_at).toISOString().slice(0, 10)
  return [`The number is banned since ${since}. The ban stays until you lift it with --lift-ban.`]
}

/** What an installation has of somebody, each by its number. */
export async function countOfPerson(db: Queries, { id }: User) {
  const of = (table: 'events' | 'organisers' | 'posts' | 'comments' | 'likes' | 'sessions') => {
    const from = { parts: [`from ${table} where user_id = `, ''], values: [id] }
    return countRows(db, from)
  }
  return {
    Ormas: await of('events'),
    'Ormas of others to organise': await of('organisers'),
    'photos and videos': await of('posts'),
    comments: await of('comments'),
    likes: await of('likes'),
    'sign-ins': await of('sessions'),
  }
}

/** An Orma with photos and videos of somebody that can be exported. */
interface OrmaOfPerson {
  id: number
  name: string
}

/** All that an installation has of somebody in its database, as JSON can say it with times in ISO 8601, but for what belongs to others. */
export async function readPerson(db: Queries, user: User) {
  const is = sql`user_id = ${user.id}`
  const { all, get } = withTimes(db)
  const inOrma = sql`join events e on e.id = t.event_id where t.user_id = ${user.id}`
  return {
    account: await get(
      sql`select id, phone, name, email, created_at from users where id = ${user.id}`,
    ),
    signIns: await all(sql`select created_at, expires_at from sessions where ${is}`),
    ...(await readNumber(db, user.phone)),
    ormas: await all(
      sql`select name, event_date, event_hash, created_at from events where ${is} order by id`,
    ),
    organises: await all(sql`select e.name, t.since from organisers t ${inOrma}`),
    visits: await all(sql`select e.name as orma, t.viewed_at from recent_views t ${inOrma}`),
    posts: await all(sql`
      select t.id, e.name as orma, t.kind, t.status, t.original_date, t.timezone, t.type, t.size,
             t.like_count, t.comment_count, t.created_at, t.published_at
        from posts t ${inOrma} order by t.id`),
    comments: await all(sql`
      select e.name as orma, t.post_id, t.content, t.created_at, t.edited_at from comments t ${inOrma} order by t.id`),
    likes: await all(sql`
      select e.name as orma, t.post_id, t.created_at
        from likes t join posts p on p.id = t.post_id join events e on e.id = p.event_id
       where t.user_id = ${user.id} order by t.created_at`),
    acts: await all(sql`
      select e.name as orma, t.action, t.post_id, t.created_at from audit_entries t ${inOrma} order by t.id`),
  }
}

/** As `readPerson`, what there is of a number also without an account. */
export async function readNumber(db: Queries, phone: string) {
  const { all, get } = withTimes(db)
  return {
    codes: await all(sql`select created_at, used_at, address from codes where phone = ${phone}`),
    banned: await get(sql`select created_at from bans where phone = ${phone}`),
  }
}

type Row = Readonly<Record<string, string | number | null>>

function withTimes(db: Queries) {
  const all = async (query: Sql) => (await db.all<Row>(query)).map(timesAsText)
  return { all, get: async (query: Sql) => (await all(query))[0] }
}

function timesAsText(row: Row): Row {
  const cells = Object.entries(row).map(([name, value]) => {
    const isTime = typeof value === 'number' && (name.endsWith('_at') || name === 'since')
    return [name, isTime ? new Date(value).toISOString() : value]
  })
  return Object.fromEntries(cells) as Row
}

/** The Ormas in which somebody has added what an export can have. */
export function listOrmasWithPostsOf(db: Queries, { id }: User): Promise<OrmaOfPerson[]> {
  return db.all<OrmaOfPerson>(sql`
    select e.id, e.name from events e
     where e.id in (select event_id from posts where user_id = ${id} and status = 'COMPLETED')
     order by e.id`)
}

/** Gives somebody another number, as where the old one is lost. Rejects with an OperatorError where it is banned or another account's. */
export async function movePerson(db: Database, user: User, phone: string): Promise<void> {
  const move = async (tx: Transaction) => {
    await lockPhone(tx, phone)
    if (await findBan(tx, phone)) {
      throw new OperatorError(`The number +${phone} is banned: lift the ban first.`)
    }
    await requireAccount(tx, user.id)
    const other = await findUserByPhone(tx, phone)
    if (other) {
      const whose = other.id === user.id ? 'This account' : 'Another account'
      throw new OperatorError(`${whose} has the number +${phone} already.`)
    }
    await setPhone(tx, user, phone)
  }
  await db.transaction(move, { isErasure: true })
}
