import type { CSSProperties, ReactNode, SyntheticEvent } from 'react'
import { Check, CircleAlert, Clock, EyeOff } from 'lucide-react'
import { markPictureFailed } from '../ui/pictures/failed-pictures.ts'
import { ProgressRing } from '../ui/notices/progress-ring.tsx'
import { Spinner } from '../ui/notices/spinner.tsx'
import { useBlur } from '../ui/pictures/use-blur.ts'
import styles from './thumb.module.css'

/** The state of the photo, shown over it. */
export type ThumbState = 'waiting' | 'uploading' | 'processing' | 'done' | 'failed' | 'flagged'

interface ThumbProps {
  /** Absent: only the thumbhash is shown. */
  src?: string | null
  srcSet?: string
  sizes?: string
  alt: string
  /** Base64. */
  thumbhash?: string | null
  width?: number | null
  height?: number | null
  /** `square` crops to a tile, `own` keeps the photo's own shape (by width and height). */
  shape?: 'square' | 'own'
  /** For the first photos in view: loaded at once, without a fade. */
  eager?: boolean
  state?: ThumbState
  /** The accessible name of the state. */
  stateLabel?: string
  /** Also shows the state as text on the photo. */
  saysState?: boolean
  /** 0 to 1, while uploading. */
  progress?: number
  /** Selected: dimmed with a check mark. */
  selected?: boolean
  /** Lies on the photo. */
  children?: ReactNode
}

/** A photo that has its place before its pixels: the thumbhash first, then the image fading in over it. */
export function Thumb({ thumbhash, shape = 'square', state, selected, ...rest }: ThumbProps) {
  const { src, srcSet, sizes, alt, width, height, eager, stateLabel, saysState, progress } = rest
  const { children } = rest
  const blur = useBlur(thumbhash)
  const style: CSSProperties = {
    aspectRatio: shape === 'own' && width && height ? `${width} / ${height}` : undefined,
  }
  return (
    <span
      ref={blur}
      className={styles.root}
      style={style}
      data-state={state}
      data-selected={selected || undefined}
    >
      {src && (
        <img
          ref={tend}
          src={src}
          srcSet={srcSet}
          sizes={sizes}
          alt={alt}
          width={width ?? undefined}
          height={height ?? undefined}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding={eager ? 'sync' : 'async'}
          onLoad={fadeIn}
          onError={hide}
        />
      )}
      {state && (
        <span className={styles.state} role="img" aria-label={stateLabel ?? state}>
          <StateMark state={state} progress={progress} isVeiled={!src} />
          {saysState && <span className={styles.text}>{stateLabel}</span>}
        </span>
      )}
      {selected && (
        <span className={styles.state} aria-hidden>
          <Check />
        </span>
      )}
      {children}
    </span>
  )
}

interface StateMarkProps {
  state: ThumbState
  progress: number | undefined
  /** Nothing but the thumbhash is shown. */
  isVeiled: boolean
}

function StateMark({ state, progress = 0, isVeiled }: StateMarkProps) {
  if (state === 'processing') return <Spinner size={28} />
  if (state === 'uploading') return <ProgressRing value={progress} />
  if (state === 'failed') return <CircleAlert className={styles.failed} size={28} />
  if (state === 'flagged' && isVeiled) return <EyeOff size={28} />
  return state === 'done' ? <Check size={28} /> : <Clock size={28} />
}

/** An eager photo is seen while it loads, a cached one is there already: no fade. */
function tend(image: HTMLImageElement) {
  const isLoaded = image.complete && image.naturalWidth > 0
  if (isLoaded || image.loading === 'eager') image.dataset.shown = 'true'
  return () => markPictureFailed(image)
}

function fadeIn({ currentTarget }: SyntheticEvent<HTMLImageElement>) {
  if (currentTarget.dataset.shown) return
  currentTarget.dataset.shown = 'fading'
}

/** In place of the browser's mark for a broken picture the placeholder is seen; the name stays. */
function hide({ currentTarget }: SyntheticEvent<HTMLImageElement>) {
  delete currentTarget.dataset.shown
}
