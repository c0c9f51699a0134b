import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { BlobsAway } from '../../../server/blobs/blobs-away.ts'
import { askForFilm, findFilm } from '../../../server/highlights/films.ts'
import { filmWork } from '../../../server/highlights/render-film.ts'
import { freshOrma } from '../../support/fixtures.ts'

const { api, event } = freshOrma()

function askFor(day: string) {
  const title = { name: event.name, date: day }
  const plan = { images: [], title, normalDurationInSeconds: 1, specialDurationInSeconds: 1 }
  return askForFilm(api.db, { event_id: event.id, day, plan }, 0)
}

/** In the place of a film's drawing. */
const drawnBy = (render: (request: { output: string }) => Promise<void>) => ({
  render,
  pids: () => [],
  close: async () => undefined,
})

describe('the file of a film', () => {
  it('that is gone before it is stored is a failed try, and ends no server', async () => {
    const { id } = await askFor('2026-06-20')
    const films = drawnBy(async () => undefined)
    const unheard: unknown[] = []
    const hear = (error: unknown) => void unheard.push(error)
    process.on('uncaughtException', hear)
    await expect(filmWork({ ...api, films }).run({ film_id: id })).rejects.toThrow('ENOENT')
    process.off('uncaughtException', hear)
    expect(unheard).toEqual([])
  })

  it('is stored and drawn once where the store is briefly away, else given up', async () => {
    for (const [day, timesAway, state] of [
      ['2026-06-21', 6, 'ready'],
      ['2026-06-22', 7, 'failed'],
    ] as const) {
      const { id } = await askFor(day)
      let drawn = 0
      const films = drawnBy(async ({ output }) => {
        drawn += 1
        await writeFile(output, 'film')
      })
      let away: number = timesAway
      const blobs: typeof api.blobs = {
        ...api.blobs,
        async put(...content) {
          away -= 1
          if (away >= 0) throw new BlobsAway('as told')
          return api.blobs.put(...content)
        },
      }
      const end = await filmWork({ ...api, blobs, films, storeAgainMs: 0 }).run({ film_id: id })
      await api.db.transaction(end)
      expect(await findFilm(api.db, id)).toMatchObject({ state })
      expect(drawn).toBe(1)
    }
  })

  it('is given up where the store does not answer, for the next film', async () => {
    const { id } = await askFor('2026-06-23')
    const films = drawnBy(({ output }) => writeFile(output, 'film'))
    const blobs: typeof api.blobs = { ...api.blobs, put: () => new Promise(() => undefined) }
    const end = await filmWork({ ...api, blobs, films, storeMs: 50 }).run({ film_id: id })
    await api.db.transaction(end)
    expect(await findFilm(api.db, id)).toMatchObject({ state: 'failed' })
  })
})
