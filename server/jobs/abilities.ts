import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'

/** What not every machine can do: films need ffmpeg. */
type Ability = 'films'

/** How often a process says what it can do. */
export const TELL_EVERY_MS = 60_000
/** Long enough for a restart, and for clocks that differ. */
const BELIEVED_MS = 10 * TELL_EVERY_MS

/** Has every process of the installation know that this one can do something. */
export async function tellAbility(db: Queries, name: Ability, nowMs: number): Promise<void> {
  await db.run(sql`
    insert into abilities (name, told_at) values (${name}, ${nowMs})
    on conflict (name) do update set told_at = excluded.told_at`)
}

/** Whether any process has said lately that it can do it. */
export async function isAble(db: Queries, name: Ability, nowMs: number): Promise<boolean> {
  const told = await db.get(
    sql`select name from abilities where name = ${name} and told_at > ${nowMs - BELIEVED_MS}`,
  )
  return told !== undefined
}
