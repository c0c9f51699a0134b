import { useState } from 'react'
import type { CSSProperties } from 'react'
import { Play } from 'lucide-react'
import { HIGHLIGHT_LOOP } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { HighlightsLoading } from './highlights-loading.tsx'
import { useLoop } from './use-loop.ts'
import { useVisible } from './use-visible.ts'

export interface DayLoopProps {
  /** The day in words. */
  day: string
  images: readonly string[]
}

/** A day's photos over the whole window, one fading into the next, round and round. A tap stops them, another goes on. */
export function DayLoop({ day, images }: DayLoopProps) {
  // Nothing moves by itself for those who asked for stillness.
  const [isOn, setIsOn] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  const isVisible = useVisible()
  const layers = useLoop(images, isOn && isVisible)
  const current = layers.at(-1)
  if (!current) return <HighlightsLoading day={day} />
  const style = {
    '--turn': `${HIGHLIGHT_LOOP.photoMs}ms`,
    '--fade': `${HIGHLIGHT_LOOP.fadeMs}ms`,
    '--seen': (current.index + 1) / images.length,
  } as CSSProperties
  return (
    <div className="hl" style={style} data-paused={!isOn || undefined}>
      {layers.map(({ turn, index }) => (
        <div key={turn} className="hl-photo" aria-hidden>
          {/* Where its shape does not fill the window, its colours do. */}
          <img className="hl-blur" src={images[index]} alt="" />
          <img src={images[index]} alt="" decoding="sync" />
        </div>
      ))}
      <button
        type="button"
        className="hl-tap"
        aria-label={isOn ? texts.highlights.pause : texts.highlights.play}
        onClick={() => setIsOn(!isOn)}
      >
        {!isOn && (
          <span className="hl-play">
            <Play fill="currentColor" />
          </span>
        )}
      </button>
      <div className="hl-words">
        <h1>{day}</h1>
        <p>{texts.event.photoCount(images.length)}</p>
        <div className="hl-line" />
      </div>
    </div>
  )
}
