import { writeFile } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import type { Event } from '../../../contract/entities.ts'
import { FILMS_IN_MAKING_MAX } from '../../../contract/limits.ts'
import { StoreOutage, StorageFull } from '../../../server/outages.ts'
import { sql } from '../../../server/db/sql.ts'
import {
  askForFilm,
  cancelFilms,
  findFilm,
  findLastFilm,
} from '../../../server/highlights/films.ts'
import { filmWork } from '../../../server/highlights/render-film.ts'
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

/** In the place of a film's drawing. */
const drawnBy = (render: (request: { output: string }) => Promise<void>) => ({
  render,
  pids: () => [],
  close: async () => undefined,
})

describe('the file of a film', () => {
  it('that is gone before it is stored is a failed try, and ends no server', async () => {
    const { id } = await ask(dayOf(0))
    const films = drawnBy(async () => undefined)
    const unheard: unknown[] = []
    const hear = (error: unknown) => void unheard.push(error)
    process.on('uncaughtException', hear)
    await expect(filmWork({ ...api, films }).run({ film_id: id })).rejects.toThrow('ENOENT')
    process.off('uncaughtException', hear)
    expect(unheard).toEqual([])
  })

  it.each([
    ['the store is away', new StoreOutage('as told')],
    ['there is no room', new StorageFull('as told')],
  ])('is given up where %s, and drawn once', async (_what, error) => {
    const { id } = await ask(dayOf(0))
    const render = vi.fn<(film: { output: string }) => Promise<void>>(({ output }) =>
      writeFile(output, 'film'),
    )
    const blobs: typeof api.blobs = { ...api.blobs, put: () => Promise.reject(error) }
    const work = filmWork({ ...api, blobs, films: drawnBy(render) })
    await api.db.transaction(await work.run({ film_id: id }))
    expect(await findFilm(api.db, id)).toMatchObject({ state: 'failed' })
    expect(render).toHaveBeenCalledOnce()
  })
})
