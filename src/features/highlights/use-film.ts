import { useEffect, useState } from 'react'
import type { FilmConfig } from '../../../contract/film-config.ts'
import { loadFilm } from './load-film.ts'
import type { Film } from './load-film.ts'

/**
 * A film once all of its pictures are loaded; until then, how many are. While a changed film is loaded the one before stays.
 * `reload` begins anew.
 */
export function useFilm(config: FilmConfig) {
  const [film, setFilm] = useState<Film>()
  const [settled, setSettled] = useState(0)
  const [tries, setTries] = useState(1)
  useEffect(() => {
    let isCurrent = true
    void loadFilm(config, (count) => isCurrent && setSettled(count)).then(
      (loaded) => isCurrent && setFilm((before) => withMusicOf(before, loaded)),
    )
    return () => {
      isCurrent = false
    }
  }, [config, tries])
  const reload = () => {
    setFilm(undefined)
    setSettled(0)
    setTries(tries + 1)
  }
  return { film, settled, reload }
}

/** A changed film keeps its music playing: the same Blob. */
function withMusicOf(before: Film | undefined, film: Film): Film {
  const isSame = before?.music && before.config.bgAudio === film.config.bgAudio
  return isSame ? { ...film, music: before.music } : film
}
