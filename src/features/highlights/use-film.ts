import { useEffect, useState } from 'react'
import type { FilmConfig } from '../../../contract/film-config.ts'
import { loadFilm } from './load-film.ts'
import type { Film } from './load-film.ts'

/** A film once all of its pictures are loaded; until then, how many are. While a changed film is loaded the one before stays. */
export function useFilm(config: FilmConfig) {
  const [film, setFilm] = useState<Film>()
  const [settled, setSettled] = useState(0)
  useEffect(() => {
    let isCurrent = true
    void loadFilm(config, (count) => isCurrent && setSettled(count)).then(
      (loaded) => isCurrent && setFilm((before) => withMusicOf(before, loaded)),
    )
    return () => {
      isCurrent = false
    }
  }, [config])
  return { film, settled }
}

/** A changed film keeps its music playing: the same Blob. */
function withMusicOf(before: Film | undefined, film: Film): Film {
  const isSame = before?.music && before.config.bgAudio === film.config.bgAudio
  return isSame ? { ...film, music: before.music } : film
}
