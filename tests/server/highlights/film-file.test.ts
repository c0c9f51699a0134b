import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Event } from '../../../contract/entities.ts'
import { askForFilm } from '../../../server/highlights/films.ts'
import { filmWork } from '../../../server/highlights/render-film.ts'
import type { OrmaApi } from '../../support/orma-api.ts'
import { startOrmaPeople } from '../../support/orma-people.ts'

let api: OrmaApi
let event: Event
beforeAll(async () => {
  ;({ api, event } = await startOrmaPeople())
})
afterAll(() => api.close())

it('a film whose file is gone before it is stored is a try that failed, and ends no server', async () => {
  const day = '2026-06-20'
  const title = { name: event.name, date: day }
  const plan = { images: [], title, normalDurationInSeconds: 1, specialDurationInSeconds: 1 }
  const { id } = await askForFilm(api.db, { event_id: event.id, day, plan }, 0)
  const nothing = { render: async () => undefined, pids: () => [], close: async () => undefined }
  const unheard: unknown[] = []
  const hear = (error: unknown) => void unheard.push(error)
  process.on('uncaughtException', hear)
  await expect(filmWork({ ...api, films: nothing }).run({ film_id: id })).rejects.toThrow('ENOENT')
  process.off('uncaughtException', hear)
  expect(unheard).toEqual([])
})
