import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { PlayerRef } from '@remotion/player'
import { FPS } from '../../../film/film-timeline.ts'

/** Events of the player that change how the music sounds. */
const EVENTS = ['play', 'pause', 'mutechange', 'volumechange'] as const

/** Plays a film's music in a loop while the film runs and is not muted; starts it over with the film. */
export function useFilmMusic(
  player: RefObject<PlayerRef | null>,
  src: string | undefined,
  rate: number,
): void {
  const playing = useRef<HTMLAudioElement>(undefined)
  useEffect(() => {
    const film = player.current
    if (!film || src === undefined) return
    const music = Object.assign(new Audio(src), { loop: true })
    playing.current = music
    const follow = () => {
      music.volume = film.getVolume()
      // Where the browser allows no sound, the film goes on without.
      if (film.isPlaying() && !film.isMuted()) music.play().catch(() => undefined)
      else music.pause()
    }
    let last = 0
    const beginAnew = ({ detail: { frame } }: { detail: { frame: number } }) => {
      // A changed film may jump back too, but seldom into its first second.
      if (frame < last && frame < FPS) music.currentTime = 0
      last = frame
    }
    for (const name of EVENTS) film.addEventListener(name, follow)
    film.addEventListener('frameupdate', beginAnew)
    follow()
    return () => {
      for (const name of EVENTS) film.removeEventListener(name, follow)
      film.removeEventListener('frameupdate', beginAnew)
      music.pause()
      playing.current = undefined
    }
  }, [player, src])
  useEffect(() => {
    if (!playing.current) return
    // The player starts with `defaultPlaybackRate`.
    playing.current.defaultPlaybackRate = rate
    playing.current.playbackRate = rate
  }, [rate, src])
}
