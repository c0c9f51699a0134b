import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { PlayerRef } from '@remotion/player'
import { FPS } from '../../../film/film-timeline.ts'

/** What may change how the music sounds. */
const EVENTS = ['play', 'pause', 'mutechange', 'volumechange'] as const

/** A film's music: it runs while the film does and is not muted, round and round, and begins anew with the film. */
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
      // Where the browser lets nothing sound, the film goes on without.
      if (film.isPlaying() && !film.isMuted()) music.play().catch(() => undefined)
      else music.pause()
    }
    let last = 0
    const beginAnew = ({ detail: { frame } }: { detail: { frame: number } }) => {
      // A film that was changed goes back as well, but seldom to its beginning.
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
    // A player takes the first one for what it begins with.
    playing.current.defaultPlaybackRate = rate
    playing.current.playbackRate = rate
  }, [rate, src])
}
