import type { FilmConfig } from '../../../contract/film-config.ts'
import { loadMusic } from './load-music.ts'

/** A picture or music that takes longer is left out. */
const PATIENCE_MS = 30_000

/** A film that can be played to its end without the network. */
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
  let settled = 0
  const loads = config.images.map(async (image) => {
    const picture = await loadPicture(image.url)
    settled += 1
    onLoad(settled)
    if (!picture) console.error('A picture of the film could not be loaded.')
    return picture && { image, picture }
  })
  const coming = config.bgAudio === null ? undefined : loadMusic(config.bgAudio, PATIENCE_MS)
  const loaded = (await Promise.all(loads)).filter((shot) => shot !== undefined)
  return {
    config: { ...config, images: loaded.map(({ image }) => image) },
    pictures: loaded.map(({ picture }) => picture),
    music: await coming,
  }
}

function loadPicture(url: string): Promise<HTMLImageElement | undefined> {
  return new Promise((resolve) => {
    const picture = new Image()
    // CORS, so that its pixels can be read: the film looks for the point with most to see.
    picture.crossOrigin = 'anonymous'
    const timer = setTimeout(() => resolve(undefined), PATIENCE_MS)
    const end = (result: HTMLImageElement | undefined) => {
      clearTimeout(timer)
      resolve(result)
    }
    picture.addEventListener('load', () => end(picture))
    picture.addEventListener('error', () => end(undefined))
    picture.src = url
  })
}
