import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Parts } from '../events/parts.ts'
import type { FilmConfig } from '../../contract/film-config.ts'
import { streamFile } from '../blobs/byte-streams.ts'
import type { JobWork } from '../jobs/job-runner.ts'
import type { JobEffect } from '../jobs/jobs.ts'
import { missingForFilms } from '../media/ffmpeg.ts'
import { FilmError } from '../media/film-process.ts'
import type { FilmProcess } from '../media/film-process.ts'
import { filmKey, mediaAddresses, mediaKeys, videoAddress, videoKeys } from '../posts/post-media.ts'
import { musicFile } from './film-plan.ts'
import type { FilmPlan } from './film-plan.ts'
import { FILM_QUEUE, findFilm, noteFailed, noteProgress, noteReady } from './films.ts'
import type { FilmJob, FilmRow } from './films.ts'

interface RenderParts extends Pick<Parts, 'db' | 'blobs' | 'log'> {
  films: FilmProcess
}

/** The work that makes films, one at a time. What is cancelled meanwhile ends within a second, in whichever process it was cancelled. */
export function filmWork(parts: RenderParts): JobWork {
  const { db } = parts
  return {
    queue: FILM_QUEUE,
    concurrency: 1,
    async run(payload) {
      const film = await findFilm(db, (payload as FilmJob).film_id)
      // Cancelled, or made by a run that could not say so any more.
      if (!film || film.state === 'ready') return async () => {}
      if (await missingForFilms()) return (tx) => noteFailed(tx, film.id)
      const folder = await mkdtemp(join(tmpdir(), 'orma-film-'))
      try {
        return await makeFilm(parts, film, join(folder, 'film.mp4'))
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    onFailed: async (payload) => (tx) => noteFailed(tx, (payload as FilmJob).film_id),
  }
}

async function makeFilm(parts: RenderParts, film: FilmRow, output: string): Promise<JobEffect> {
  const { db, blobs, films, log } = parts
  const { images, title, music, ...seconds } = JSON.parse(film.plan) as FilmPlan
  const loop = music === undefined ? undefined : musicFile(music)
  const config: FilmConfig = {
    ...seconds,
    images: images.map(({ media_name, special, clip }) => ({
      url: mediaAddresses(media_name).full,
      special,
      clip: clip && { ...clip, url: videoAddress(media_name) },
    })),
    bgAudio: music ?? null,
  }
  const cancelled = new AbortController()
  const onPercent = (percent: number): void => {
    noteProgress(db, film.id, percent)
      .then((isWanted) => isWanted || cancelled.abort())
      .catch((error: unknown) => log.warn('film progress', { error }))
  }
  try {
    const photos = images.map(({ media_name }) => mediaKeys(media_name).full)
    const videos = images.flatMap(({ media_name, clip }) =>
      clip ? videoKeys(media_name).video : [],
    )
    const isMade = await blobs.withFiles([...photos, ...videos], async (files) => {
      const pictures = files.slice(0, photos.length).filter((file) => file !== undefined)
      // A photo was deleted since, or the music is that of another release: another try will not find it either.
      const isLost = pictures.length < images.length || (music !== undefined && !loop)
      if (isLost) return false
      // Of a video that is lost the poster is shown.
      const videoFiles = files.slice(photos.length)
      const clips = images.map(({ clip }) => clip && videoFiles.shift())
      const request = { pictures, clips, config, title, loop, output }
      await films.render(request, { onPercent, signal: cancelled.signal })
      return true
    })
    if (!isMade) return (tx) => noteFailed(tx, film.id)
  } catch (error) {
    if (error instanceof FilmError && error.reason === 'cancelled') return async () => {}
    throw error
  }
  const { size } = await stat(output)
  try {
    await blobs.put(filmKey(film.media_name), streamFile(output, 0, size))
  } catch (error) {
    // No other try by itself: each would draw the whole film, for as long as there is no room or no store.
    log.warn('a film could not be stored', { film: film.id, error })
    return (tx) => noteFailed(tx, film.id)
  }
  return (tx) => noteReady(tx, film.id)
}
