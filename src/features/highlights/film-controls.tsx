import { useEffect, useRef, useState } from 'react'
import type { MouseEvent, RefObject } from 'react'
import type { PlayerRef } from '@remotion/player'
import { Play } from 'lucide-react'
import { PLAYER } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { enterFullScreen, leaveFullScreen } from '../../ui/layout/full-screen.ts'
import { useAwake } from '../../ui/layout/use-awake.ts'
import { useIdle } from '../../ui/layout/use-idle.ts'
import { SoundControl } from './sound-control.tsx'
import styles from './highlights.module.css'

interface FilmControlsProps {
  player: RefObject<PlayerRef | null>
  /** The film starts playing by itself. */
  begins: boolean
  frames: number
  /** The day in words. */
  day: string
  /** How many photos it has. */
  count: ReturnType<typeof texts.countOf>
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
  // A tap where a hidden control lies pauses the film, which shows them.
  const idle = { firstMs: PLAYER.controlsMs, isOn: isPlaying, passesTouches: true }
  const isIdle = useIdle(PLAYER.idleMs, idle)
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
      <div ref={controls} className={styles.controls} data-hidden={isIdle || undefined}>
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

/** Whether the player plays; `begins` until it says so. */
function useIsPlaying(player: RefObject<PlayerRef | null>, begins: boolean): boolean {
  const [isPlaying, setIsPlaying] = useState(begins)
  useEffect(() => {
    const { current } = player
    if (!current) return
    const onPlay = () => setIsPlaying(true)
    const onPause = () => setIsPlaying(false)
    current.addEventListener('play', onPlay)
    current.addEventListener('pause', onPause)
    return () => {
      current.removeEventListener('play', onPlay)
      current.removeEventListener('pause', onPause)
    }
  }, [player])
  return isPlaying
}

/** Writes the share of the film that was seen (0 to 1) into the element's `--seen` at each frame, without a render. */
function useSeenShare(
  player: RefObject<PlayerRef | null>,
  element: RefObject<HTMLElement | null>,
  frames: number,
): void {
  useEffect(() => {
    const { current } = player
    if (!current) return
    const show = ({ detail: { frame } }: { detail: { frame: number } }) =>
      element.current?.style.setProperty('--seen', String((frame + 1) / frames))
    current.addEventListener('frameupdate', show)
    return () => current.removeEventListener('frameupdate', show)
  }, [player, element, frames])
}

/**
 * Makes a click handler that tells a single click from a double one. Only mouse clicks wait for a second one, and only where
 * there is `onDouble`.
 */
function useSingleClick(onSingle: () => void, onDouble: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return ({ nativeEvent, detail }: MouseEvent) => {
    const isMouse = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse'
    if (!isMouse || !onDouble) return onSingle()
    clearTimeout(timer.current)
    timer.current = undefined
    if (detail % 2 === 0) onDouble()
    else timer.current = setTimeout(onSingle, PLAYER.doubleClickMs)
  }
}
