import { Suspense, useCallback, useEffect, useState } from 'react'
import bold from '@fontsource/fraunces/files/fraunces-latin-700-normal.woff2?url'
import { useQuery } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import type { Event } from '../../../contract/entities.ts'
import type { FilmConfig } from '../../../contract/film-config.ts'
import { texts } from '../../../contract/texts.ts'
import { TITLE_FONT } from '../../../film/draw-title.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Coming } from '../../ui/notices/coming.tsx'
import { latePiece } from '../../ui/layout/late-piece.tsx'
import { Message } from '../../ui/notices/message.tsx'
import { ProgressRing } from '../../ui/notices/progress-ring.tsx'
import { HighlightFailure } from './highlight-failure.tsx'
import { filmQuery, highlightQuery } from './highlight-queries.ts'
import { loadFilm } from './load-film.ts'
import type { Film } from './load-film.ts'
import styles from './highlights.module.css'

/** The player is large: it is loaded with the first film. */
const FilmStage = latePiece(async () => {
  const [{ FilmStage: Stage }] = await Promise.all([import('./film-stage.tsx'), loadTitleFont()])
  return Stage
})

interface DayFilmProps {
  event: Event
  /** `YYYY-MM-DD` */
  id: string
  /** The day in words. */
  day: string
}

/** A day's highlights as a film, from the first loading text on. */
export function DayFilm({ event, id, day }: DayFilmProps) {
  const highlight = useQuery(highlightQuery(event, id))
  const film = useQuery(filmQuery(event, id))
  const noContact = useNoContact()
  if (highlight.data && film.data)
    return <LoadedFilm name={event.name} id={id} day={day} config={film.data} />
  if (highlight.isError) return <HighlightFailure title query={highlight} />
  if (highlight.data && film.isError) return <NoFilm onRetry={() => void film.refetch()} />
  return (
    <Coming words={noContact && texts.offline[noContact]}>
      <HighlightsLoading day={day} />
    </Coming>
  )
}

interface LoadedFilmProps extends Pick<DayFilmProps, 'id' | 'day'> {
  config: FilmConfig
  /** The Orma's name. */
  name: string
}

/** A film whose config is known, while its pictures are loaded and then as it plays. */
export function LoadedFilm({ config, ...words }: LoadedFilmProps) {
  const { film, settled, reload } = useFilm(config)
  const noContact = useNoContact()
  const [tries, setTries] = useState(1)
  const [isFailed, setIsFailed] = useState(false)
  const fail = useCallback(() => setIsFailed(true), [])
  const retry = () => {
    setTries(tries + 1)
    setIsFailed(false)
  }
  if (film && film.pictures.length === 0) return <NoFilm onRetry={reload} />
  if (isFailed) return <NoFilm isBroken onRetry={retry} />
  const loading = <HighlightsLoading day={words.day} done={settled} all={config.images} />
  if (!film) return loading
  // The pictures are here: only the player's script may still be missing.
  const coming = <Coming words={noContact && texts.offline[noContact]}>{loading}</Coming>
  return (
    <CatchBoundary
      getResetKey={() => tries}
      errorComponent={() => <NoFilm isBroken onRetry={retry} />}
    >
      <Suspense fallback={coming}>
        <FilmStage film={film} {...words} onFailed={fail} />
      </Suspense>
    </CatchBoundary>
  )
}

interface NoFilmProps {
  /** There are photos, but they cannot be played. */
  isBroken?: boolean
  onRetry: () => void
}

/** What that day's film shows, or all of its photos, could not be had. */
function NoFilm({ isBroken = false, onRetry }: NoFilmProps) {
  const retry = <Button onClick={onRetry}>{texts.common.retry}</Button>
  return (
    <Message title error={isBroken} drawing={isBroken ? 'torn' : 'film'} action={retry}>
      {isBroken ? texts.highlights.unexpected : texts.highlights.none}
    </Message>
  )
}

interface HighlightsLoadingProps {
  /** In words. */
  day: string
  /** How many pictures are loaded, and which there are; absent: unknown. */
  done?: number
  all?: FilmConfig['images']
}

function HighlightsLoading({ day, done = 0, all = [] }: HighlightsLoadingProps) {
  const count = texts.countOf(all, ({ clip }) => clip !== undefined)
  return (
    <div className={styles.loading}>
      <h1 className="visually-hidden">{day}</h1>
      {all.length > 0 && (
        <ProgressRing
          value={done / all.length}
          label={texts.highlights.loading(done, count)}
          size={72}
        />
      )}
      <p role="status">{texts.common.loading}</p>
    </div>
  )
}

/**
 * A film once all of its pictures are loaded; until then, how many are. While a changed film is loaded the one before stays.
 * `reload` begins anew.
 */
function useFilm(config: FilmConfig) {
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

/** Loads the typeface of film titles. Never rejects: a title in another typeface is better than none. */
async function loadTitleFont(): Promise<void> {
  const { family, weight } = TITLE_FONT
  try {
    const face = new FontFace(family, `url(${bold})`, { weight: String(weight) })
    document.fonts.add(await face.load())
  } catch (error) {
    console.error('The face of the film’s title could not be loaded:', error)
  }
}
