import { setTimeout as wait } from 'node:timers/promises'
import { api } from '../../../contract/api.ts'
import { FIRST_PAGE } from '../../../contract/limits.ts'
import { createRandom } from './seeded-random.ts'
import { createActs } from './acts.ts'
import type { Guest, Visit } from './evening-plan.ts'
import { CallRefused, createLine } from './line.ts'
import { listen } from './listener.ts'
import type { Party } from './party.ts'
import type { Person } from './sign-in.ts'

/** What a phone shows of a feed before anybody scrolls. */
const FIRST_THUMBS = 12

/** A guest's whole evening. Resolves when the last photo is answered for; what was refused stands in the book. */
export async function attend(party: Party, guest: Guest, number: number): Promise<void> {
  const { origin, event_hash, speed, book, ending } = party
  const line = createLine(origin, book, ending)
  const random = createRandom(party.seed * 10_007 + number)
  const params = { event_hash }
  let person: Person | undefined
  const acts = createActs({
    party,
    line,
    random,
    bytesPerSecond: guest.bytesPerSecond * speed,
    person: () => person,
  })

  /** Waits for a moment of the evening. */
  const until = async (eveningMs: number) => {
    const leftMs = eveningMs / speed - book.now()
    await wait(Math.max(0, leftMs), undefined, { signal: ending })
  }

  async function open(isFirst: boolean): Promise<void> {
    if (isFirst) await line.ask('open: page', `/${event_hash}`)
    const token = person?.token
    await line.call('open: event', api.getEvent, { params, token })
    const feed = await line.call('open: feed', api.listPosts, {
      params: { ...params, page: FIRST_PAGE },
      token,
    })
    await acts.see(feed, FIRST_THUMBS)
    if (isFirst && guest.signsIn) person = await party.signIn(line, `Guest ${number}`)
    if (!person) return
    await line.call('open: viewed', api.markViewed, { token: person.token, json: params })
  }

  async function visit({ from, until: over, acts: planned }: Visit, isFirst: boolean) {
    await until(from)
    await forgiving(() => open(isFirst || (guest.signsIn && !person)))
    const ear = listen(party, person?.token, book, ending)
    party.ears.push(ear)
    try {
      for (const { kind, at } of planned) {
        await until(at)
        await forgiving(acts[kind])
      }
      await until(over)
    } finally {
      ear.close()
    }
  }

  try {
    for (const [at, each] of guest.visits.entries()) await visit(each, at === 0)
    await acts.photosSent()
  } catch (error) {
    // Nothing else ends a guest's evening.
    if (!ending.aborted) throw error
  } finally {
    line.close()
  }
}

/** A refusal stands in the book, and the guest goes on. */
async function forgiving(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
  }
}
