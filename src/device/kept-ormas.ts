import * as v from 'valibot'
import { resultOf } from './device-database.ts'
import { ORMAS, keptDatabase } from './kept-database.ts'
import { forgetOrmaImages } from './kept-images.ts'
import { forgetOrmaAnswers } from './forget-kept.ts'

/** Ormas that stay readable because they were visited lately; those that somebody keeps stay besides. */
export const KEPT_ORMAS_MAX = 20
const KEPT_FOR_MS = 30 * 24 * 60 * 60_000

const keptOrma = v.object({
  event_hash: v.string(),
  /** Epoch milliseconds. */
  visitedAt: v.number(),
  /** Somebody wants all of it to stay on this device. */
  isWanted: v.boolean(),
  /** All of it has come since somebody wanted it. */
  isWhole: v.optional(v.boolean(), false),
  /** Id of the last live event heard of it; null: none. */
  liveId: v.nullable(v.string()),
})
/** An Orma of which something is kept on this device. */
export type KeptOrma = v.InferOutput<typeof keptOrma>

const UNVISITED = { visitedAt: 0, isWanted: false, isWhole: false, liveId: null }

/** Notes that an Orma is being looked at, and makes room for it. */
export async function noteKeptVisit(event_hash: string, now = Date.now()): Promise<void> {
  await changeKeptOrma(event_hash, () => ({ visitedAt: now }))
  await pruneKept(now)
}

/** The last visited first. */
export async function listKeptOrmas(): Promise<KeptOrma[]> {
  const found = await keptDatabase.transact([ORMAS], 'readonly', (transaction) =>
    resultOf<unknown[]>(transaction.objectStore(ORMAS).getAll()),
  )
  return found
    .flatMap((record) => readOrma(record) ?? [])
    .toSorted((one, other) => other.visitedAt - one.visitedAt)
}

export function findKeptOrma(event_hash: string): Promise<KeptOrma | undefined> {
  return keptDatabase.transact([ORMAS], 'readonly', async (transaction) =>
    readOrma(await resultOf<unknown>(transaction.objectStore(ORMAS).get(event_hash))),
  )
}

/** Changes what is noted of an Orma, in one step. Of one that was never visited it begins a note. */
export async function changeKeptOrma(
  event_hash: string,
  change: (orma: KeptOrma) => Partial<KeptOrma>,
): Promise<void> {
  await keptDatabase.transact([ORMAS], 'readwrite', async (transaction) => {
    const ormas = transaction.objectStore(ORMAS)
    const found: unknown = await resultOf(ormas.get(event_hash))
    const orma = readOrma(found) ?? { event_hash, ...UNVISITED }
    await resultOf(ormas.put({ ...orma, ...change(orma) }, event_hash))
  })
}

/** Forgets, as a whole each, the Ormas that were not visited for 30 days, and those that were visited before the last 20. */
export async function pruneKept(now = Date.now()): Promise<void> {
  const ormas = (await listKeptOrmas()).filter(({ isWanted }) => !isWanted)
  const leaving = ormas.filter(
    ({ visitedAt }, place) => place >= KEPT_ORMAS_MAX || visitedAt < now - KEPT_FOR_MS,
  )
  for (const { event_hash } of leaving) await forgetOrma(event_hash)
}

/** Forgets all that is kept of an Orma. */
export async function forgetOrma(event_hash: string): Promise<void> {
  await forgetOrmaAnswers(event_hash)
  await forgetOrmaImages(event_hash)
}

function readOrma(found: unknown): KeptOrma | undefined {
  const record = v.safeParse(keptOrma, found)
  return record.success ? record.output : undefined
}
