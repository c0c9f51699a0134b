import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { RefObject } from 'react'
import { Player } from '@remotion/player'
import type { PlayerRef } from '@remotion/player'
import type { FilmConfig } from '../../../contract/film-config.ts'
import { PLAYER } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { titleOf } from '../../../film/draw-title.ts'
import type { Size } from '../../../film/film-context.ts'
import { FPS, sameMoment, filmTimeline } from '../../../film/film-timeline.ts'
import { Spinner } from '../../ui/notices/spinner.tsx'
import { useObjectUrl } from '../../ui/pictures/use-object-url.ts'
import { FilmCanvas } from './film-canvas.tsx'
import { FilmControls } from './film-controls.tsx'
import type { Film } from './load-film.ts'
import { checkPlayRules } from './play-rules.ts'
import type { PlayRules } from './play-rules.ts'
import { savedVolume } from './sound-control.tsx'
import { useFilmMusic } from './use-film-music.ts'
import styles from './highlights.module.css'

interface FilmStageProps extends Omit<PlayRules, 'playbackRate' | 'volume'> {
  film: Film
  /** The Orma's name. */
  name: string
  /** The day: `id` as `YYYY-MM-DD`, `day` in words. */
  id: string
  day: string
  onFailed: () => void
}

/** A film over the whole window, in a loop, with its controls. Throws where its play rules are wrong. */
export function FilmStage({ film, name, id, day, onFailed, ...rules }: FilmStageProps) {
  const player = useRef<PlayerRef>(null)
  // Nothing moves by itself for those who asked for stillness.
  const [isStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [playbackRate, setPlaybackRate] = useState(1)
  const [volume] = useState(savedVolume)
  const size = useFilmSize()
  const { config, pictures, music } = film
  const times = useMemo(() => filmTimeline(config), [config])
  const inputProps = useMemo(
    () => ({
      player,
      rate: playbackRate,
      timeline: times,
      pictures,
      title: titleOf(name, id),
      size,
      isStill,
    }),
    [playbackRate, times, pictures, name, id, size, isStill],
  )
  checkPlayRules({ ...rules, playbackRate, volume }, times.frames)
  usePauseUnseen(player)
  useGoOn(player, config)
  useFilmMusic(player, useObjectUrl(music), playbackRate)
  const fallback = useCallback(() => <Failed onFailed={onFailed} />, [onFailed])
  return (
    <div className={styles.root}>
      <Player
        {...rules}
        ref={player}
        className={styles.film}
        component={FilmCanvas}
        inputProps={inputProps}
        durationInFrames={times.frames}
        fps={FPS}
        compositionWidth={size.width}
        compositionHeight={size.height}
        autoPlay={!isStill}
        loop
        // Browsers play no sound before the first touch.
        initiallyMuted
        initialVolume={volume}
        playbackRate={playbackRate}
        numberOfSharedAudioTags={PLAYER.audioTags}
        bufferStateDelayInMilliseconds={PLAYER.bufferingMs}
        showPosterWhenBuffering
        renderPoster={renderBuffering}
        errorFallback={fallback}
        acknowledgeRemotionLicense
      />
      <FilmControls
        player={player}
        begins={!isStill}
        frames={times.frames}
        day={day}
        count={texts.countOf(config.images, ({ clip }) => clip !== undefined)}
        rate={playbackRate}
        onRate={setPlaybackRate}
        volume={music ? volume : undefined}
      />
    </div>
  )
}

/** The player calls this all the time, and shows the result only when it has waited long enough. */
function renderBuffering() {
  return (
    <div className={styles.buffering}>
      <Spinner label={texts.highlights.buffering} size={40} />
    </div>
  )
}

/** Takes the film's place at its size. What is said of the failure is up to the page. */
function Failed({ onFailed }: { onFailed: () => void }) {
  useEffect(onFailed, [onFailed])
  return null
}

/** Pauses the film while the page is hidden. */
function usePauseUnseen(player: RefObject<PlayerRef | null>): void {
  useEffect(() => {
    let isToGoOn = false
    const look = () => {
      if (document.visibilityState === 'hidden') {
        isToGoOn = player.current?.isPlaying() ?? false
        player.current?.pause()
      } else if (isToGoOn) {
        isToGoOn = false
        player.current?.play()
      }
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [player])
}

/** Lets a film that is changed while it plays go on at the same moment. */
function useGoOn(player: RefObject<PlayerRef | null>, config: FilmConfig): void {
  const shown = useRef(config)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = config
    const { current: film } = player
    if (film && before !== config) film.seekTo(sameMoment(before, config, film.getCurrentFrame()))
  }, [player, config])
}

/** The longer side of films is at most this; more pixels cost time and show nothing. */
const LONG_PX = 1920
/** The size at which the film is drawn: that of the window in device pixels. */
function useFilmSize(): Size {
  const size = useSyncExternalStore(subscribe, currentSize)
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { width, height }
}

/** As a string, so that equal sizes are equal values. Even numbers, as in a video. */
function currentSize(): string {
  const scale = Math.min(devicePixelRatio, LONG_PX / Math.max(innerWidth, innerHeight))
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2)
  return `${even(innerWidth)}x${even(innerHeight)}`
}

function subscribe(changed: () => void): () => void {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}
