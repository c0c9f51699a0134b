import { useRef } from 'react'
import type { RefObject } from 'react'
import type { PlayerRef } from '@remotion/player'
import { Play } from 'lucide-react'
import { PLAYER } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { enterFullScreen, leaveFullScreen } from '../../ui/layout/full-screen.ts'
import { useAwake } from '../../ui/layout/use-awake.ts'
import { SoundControl } from './sound-control.tsx'
import { useControlsShown } from './use-controls-shown.ts'
import { useIsPlaying, useSeenShare } from './use-player-state.ts'
import { useSingleClick } from './use-single-click.ts'
import styles from './highlights.module.css'

interface FilmControlsProps {
  player: RefObject<PlayerRef | null>
  /** The film starts playing by itself. */
  begins: boolean
  frames: number
  /** The day in words. */
  day: string
  /** How many photos it has. */
  count: number
  rate: number
  onRate: (rate: number) => void
  /** The volume at first, 0 to 1; undefined: the film has no music. */
  volume: number | undefined
}

/** The film's controls: a tap anywhere pauses it, the play button in the middle resumes it. */
export function FilmControls(props: FilmControlsProps) {
  const { player, begins, frames, day, count, rate, onRate, volume } = props
  const controls = useRef<HTMLDivElement>(null)
  const isPlaying = useIsPlaying(player, begins)
  const { isShown, takesTaps } = useControlsShown(isPlaying)
  useAwake(isPlaying)
  useSeenShare(player, controls, frames)
  const onClick = useSingleClick(
    () => player.current?.toggle(),
    document.fullscreenEnabled ? toggleFullScreen : undefined,
  )
  return (
    <>
      <button
        type="button"
        className={styles.tap}
        aria-label={isPlaying ? texts.highlights.pause : texts.highlights.play}
        onClick={onClick}
      >
        {!isPlaying && (
          <span className={styles.play}>
            <Play fill="currentColor" />
          </span>
        )}
      </button>
      <div
        ref={controls}
        className={styles.controls}
        data-hidden={!isShown || undefined}
        data-passed={!takesTaps || undefined}
      >
        <h1 className="visually-hidden">{day}</h1>
        <p className="visually-hidden">{texts.event.photoCount(count)}</p>
        <div className={styles.row}>
          {volume !== undefined && <SoundControl player={player} volume={volume} />}
          <select
            className={styles.rate}
            aria-label={texts.highlights.rate}
            value={rate}
            onChange={({ target }) => onRate(Number(target.value))}
          >
            {PLAYER.rates.map((each) => (
              <option key={each} value={each}>
                {texts.highlights.rateOf(each)}
              </option>
            ))}
          </select>
        </div>
        <div className={styles.line} />
      </div>
    </>
  )
}

function toggleFullScreen(): void {
  void (document.fullscreenElement ? leaveFullScreen() : enterFullScreen())
}
