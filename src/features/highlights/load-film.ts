import type { FilmConfig } from '../../../contract/film-config.ts'
import { http } from '../../api/http.ts'
import { logFailure } from '../../api/api-error.ts'

/** What is still missing so long after a picture came, or music after so long, is left out. */
const PATIENCE_MS = 30_000
/** More pictures at once share a slow line so that none of them comes within that time. */
const AT_ONCE = 4

/** A film that can be played to its end without the network: its clips are then their posters. */
export interface Film {
  /** Only with the pictures that could be had. */
  config: FilmConfig
  /** In the config's order; loaded, not decoded. */
  pictures: HTMLImageElement[]
  /** Undefined: the film is silent. */
  music: Blob | undefined
}

/**
 * Loads the pictures and the music of a film; `onLoad` gets the number of pictures that were loaded or given up. What cannot be
 * had is left out. Never rejects.
 */
export async function loadFilm(
  config: FilmConfig,
  onLoad: (settled: number) => void,
): Promise<Film> {
  const coming = config.bgAudio === null ? undefined : loadMusic(config.bgAudio)
  const urls = config.images.map(({ url }) => url)
  const loaded = await loadPictures(urls, onLoad)
  return {
    config: { ...config, images: config.images.filter((_image, at) => loaded[at]) },
    pictures: loaded.filter((picture) => picture !== undefined),
    music: await coming,
  }
}

/** In the order of `urls`; undefined where there is none to be had. */
async function loadPictures(
  urls: readonly string[],
  onLoad: (settled: number) => void,
): Promise<(HTMLImageElement | undefined)[]> {
  const pictures: (HTMLImageElement | undefined)[] = urls.map(() => undefined)
  const waiting = urls.entries()
  const patience = new AbortController()
  const giveUp = () => patience.abort()
  let timer = setTimeout(giveUp, PATIENCE_MS)
  let settled = 0
  const work = async () => {
    for (const [at, url] of waiting) {
      pictures[at] = await loadPicture(url, patience.signal)
      if (!pictures[at]) console.error('A picture of the film could not be loaded.')
      clearTimeout(timer)
      timer = setTimeout(giveUp, PATIENCE_MS)
      settled += 1
      onLoad(settled)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  clearTimeout(timer)
  return pictures
}

function loadPicture(url: string, patience: AbortSignal): Promise<HTMLImageElement | undefined> {
  return new Promise((resolve) => {
    if (patience.aborted) return resolve(undefined)
    const picture = new Image()
    // CORS, so that its pixels can be read: the film looks for the point with most to see.
    picture.crossOrigin = 'anonymous'
    picture.addEventListener('load', () => resolve(picture))
    picture.addEventListener('error', () => resolve(undefined))
    patience.addEventListener('abort', () => resolve(undefined))
    picture.src = url
  })
}

/** A film's music as a whole; undefined where it cannot be had in time. */
async function loadMusic(url: string): Promise<Blob | undefined> {
  try {
    return await http(url, { responseType: 'blob', signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch (error) {
    logFailure('The music of the film could not be loaded:', error)
    return undefined
  }
}
