import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { PlayerRef } from '@remotion/player'
import type { FilmConfig } from '../../../contract/film-config.ts'
import { sameMoment } from './same-moment.ts'

/** Lets a film that is changed while it plays go on at the same moment. */
export function useGoOn(player: RefObject<PlayerRef | null>, config: FilmConfig): void {
  const shown = useRef(config)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = config
    const { current: film } = player
    if (film && before !== config) film.seekTo(sameMoment(before, config, film.getCurrentFrame()))
  }, [player, config])
}
