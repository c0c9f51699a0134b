import { describe, expect, it } from 'vitest'
import type { Event } from '../../../contract/entities.ts'
import { FILMS_IN_MAKING_MAX } from '../../../contract/limits.ts'
import { sql } from '../../../server/db/sql.ts'
import { askForFilm, cancelFilms, findLastFilm } from '../../../server/highlights/films.ts'
import { freshOrma } from '../../support/fixtures.ts'

const { api, owner, stranger, event } = freshOrma()

const dayOf = (at: number) => `2026-06-${10 + at}`

function ask(day: string, of: Event = event, seconds = 1) {
  const title = { name: of.name, date: day }
  const durations = { normalDurationInSeconds: seconds, specialDurationInSeconds: 1 }
  const plan = { images: [], title, ...durations }
  return askForFilm(api.db, { event_id: of.id, day, plan }, api.clock.ms)
}

const REFUSED = { status: 429, code: 'too_many_requests', retryAfterSeconds: 60 }

describe('films of one owner', () => {
  it('wait five at a time, over all Ormas of an owner, others going on', async () => {
    const second = await api.createOrma(owner)
    const asked = Array.from({ length: FILMS_IN_MAKING_MAX + 3 }, (_none, at) =>
      ask(dayOf(at), at % 2 ? second : event),
    )
    const outcomes = await Promise.allSettled(asked)
    const taken = outcomes.filter(({ status }) => status === 'fulfilled')
    expect(taken).toHaveLength(FILMS_IN_MAKING_MAX)
    await expect(ask(dayOf(15))).rejects.toMatchObject(REFUSED)
    const jobs = await api.db.all(sql`select id from jobs where queue = 'film'`)
    expect(jobs).toHaveLength(FILMS_IN_MAKING_MAX)
    await ask(dayOf(15), await api.createOrma(stranger))
  })

  it('that wait can be joined and exchanged, and make room when they end', async () => {
    for (let at = 0; at < FILMS_IN_MAKING_MAX; at += 1) await ask(dayOf(at))
    const joined = await ask(dayOf(0))
    const exchanged = await ask(dayOf(1), event, 2)
    expect([joined.state, exchanged.state]).toEqual(['waiting', 'waiting'])
    const finish = async (id: number, state: string, next: string) => {
      await expect(ask(next)).rejects.toMatchObject(REFUSED)
      await api.db.run(sql`update films set state = ${state} where id = ${id}`)
      expect((await ask(next)).state).toBe('waiting')
    }
    await finish(joined.id, 'ready', dayOf(11))
    await finish(exchanged.id, 'failed', dayOf(12))
    // The one that failed would be made again.
    await expect(ask(dayOf(1), event, 2)).rejects.toMatchObject(REFUSED)
    const failed = await findLastFilm(api.db, { event_id: event.id, day: dayOf(1) })
    expect(failed?.state).toBe('failed')
    await cancelFilms(api.db, { event_id: event.id, day: dayOf(2) })
    expect((await ask(dayOf(1), event, 2)).state).toBe('waiting')
  })
})
