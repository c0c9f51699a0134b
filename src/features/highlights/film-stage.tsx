import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Player } from '@remotion/player'
import type { PlayerRef } from '@remotion/player'
import { PLAYER } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { titleOf } from '../../../film/draw-title.ts'
import { FPS, timeline } from '../../../film/film-timeline.ts'
import { Spinner } from '../../ui/notices/spinner.tsx'
import { useObjectUrl } from '../../ui/pictures/use-object-url.ts'
import { FilmCanvas } from './film-canvas.tsx'
import { FilmControls } from './film-controls.tsx'
import type { Film } from './load-film.ts'
import { checkPlayRules } from './play-rules.ts'
import type { PlayRules } from './play-rules.ts'
import { useFilmMusic } from './use-film-music.ts'
import { useFilmSize } from './use-film-size.ts'
import { useGoOn } from './use-go-on.ts'
import { usePauseUnseen } from './use-pause-unseen.ts'
import { savedVolume } from './volume.ts'
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
  const times = useMemo(() => timeline(config), [config])
  const inputProps = useMemo(
    () => ({
      timeline: times,
      pictures,
      title: titleOf(name, id),
      size,
      isStill,
    }),
    [times, pictures, name, id, size, isStill],
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
        count={pictures.length}
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
