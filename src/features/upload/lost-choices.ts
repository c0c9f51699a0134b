import { useEffect, useEffectEvent, useState } from 'react'
import { randomKey } from '../../device/random-key.ts'
import { inTime } from '../../device/wait.ts'
import { outbox } from '../../outbox/store/outbox.ts'

// A browser that is ended takes along what it was still storing. Each choice is noted until all of it is stored, so that the next page
// can say how much was lost.

const CHOICES = 'choices'

interface Choice {
  id: string
  eventHash: string
  /** Those under which its files are stored. */
  keys: readonly string[]
}

/** Stores the files of a choice under these keys by `work`, and notes them for as long as that takes. */
export async function asNoted<T>(
  eventHash: string,
  keys: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const { locks } = navigator as { locks?: LockManager }
  // Without locks nobody could tell whether this page is still there.
  if (!locks) return work()
  const id = randomKey()
  return await locks.request(lockOf(id), async () => {
    const noting = inTime(changeChoices((choices) => [...choices, { id, eventHash, keys }]))
    try {
      return await work()
    } finally {
      await noting
      await inTime(changeChoices((choices) => choices.filter((choice) => choice.id !== id)))
    }
  })
}

/**
 * Gives how many files that were chosen for an Orma went unstored with their pages. `chosen`: so many were chosen since, and count no
 * more.
 */
export async function countLost(eventHash: string, chosen = 0): Promise<number> {
  const noted = asChoices(await outbox.readNote(CHOICES))
  if (noted.length === 0) return 0
  // In this order: what is noted later is not looked at, and a page that is gone stores no more.
  const { held = [] } = await navigator.locks.query()
  const isHeld = ({ id }: Choice) => held.some(({ name }) => name === lockOf(id))
  const gone = new Set(noted.filter((each) => !isHeld(each)).map(({ id }) => id))
  const stored = new Set((await outbox.list()).map(({ key }) => key))
  let lost = 0
  await changeChoices((choices) => {
    let left = chosen
    lost = 0
    return choices.flatMap((choice) => {
      if (choice.eventHash !== eventHash || !gone.has(choice.id)) return [choice]
      const missing = choice.keys.filter((key) => !stored.has(key))
      const keys = missing.slice(left)
      left -= missing.length - keys.length
      lost += keys.length
      return keys.length > 0 ? [{ ...choice, keys }] : []
    })
  })
  return lost
}

interface Lost {
  /** How many of the chosen files were not stored before their page was closed. */
  lost: number
  /** So many were stored since; Infinity: nobody wants to be told any more. */
  settle: (chosen: number) => void
}

export function useLost(eventHash: string): Lost {
  const [lost, setLost] = useState(0)
  const settle = (chosen: number) =>
    void inTime(countLost(eventHash, chosen)).then((count) => setLost(count ?? 0))
  const look = useEffectEvent(() => settle(0))
  useEffect(() => look(), [])
  return { lost, settle }
}

async function changeChoices(change: (choices: Choice[]) => Choice[]): Promise<void> {
  await outbox.changeNote(CHOICES, (note) => change(asChoices(note)))
}

function asChoices(note: unknown): Choice[] {
  return Array.isArray(note) ? (note as Choice[]) : []
}

function lockOf(id: string): string {
  return `orma-choice ${id}`
}
