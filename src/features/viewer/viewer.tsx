import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, X } from 'lucide-react'
import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { HeartBurst } from '../../photos/heart-burst.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { useModal } from '../../ui/dialogs/dialog.tsx'
import { openGallery } from './gallery.ts'
import type { Gallery, OwnSlide } from './gallery.ts'
import styles from './viewer.module.css'

interface ViewerProps {
  /** All of the list it goes through, in order. */
  posts: readonly Post[]
  /** The post in view. */
  post_id: number
  /** Where that is, in words: for a screen reader, and in short. */
  says: string
  place: string
  onShow: (post_id: number) => void
  onClosed: () => void
  /** Likes the post in view, and returns whether it could. */
  onLike: () => boolean
  /** The picture on the page that a post's grows out of, and goes back to. */
  pictureOf: (post_id: number) => HTMLElement | null
  /** What is said of the post in view: a line of it, or all. `open`: makes room for all. */
  renderWords: (room: { isOpen: boolean; open: () => void }) => ReactNode
  /** What is no picture: a video, or a post that is not shown yet. */
  renderOwn: (post: Post) => ReactNode
  /** Something has happened that has to be said. */
  note: string | undefined
}

/** The photos of a list, each as large as the window, with what is said of it one pull up or beside it. */
export function Viewer({ posts, post_id, says, place, note, ...props }: ViewerProps) {
  const { onShow, onClosed, onLike, pictureOf, renderWords, renderOwn } = props
  const stage = useRef<HTMLDivElement>(null)
  const gallery = useRef<Gallery>(undefined)
  const [hasWords, setHasWords] = useState(false)
  const [isBare, setIsBare] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const [beat, setBeat] = useState(0)
  const [ownSlides, setOwnSlides] = useState<OwnSlide[]>([])
  const close = () => gallery.current?.close()
  const { modal } = useModal(true, close)

  const likeIt = useEffectEvent(() => {
    if (onLike()) setBeat((count) => count + 1)
  })
  const isPullTaken = useEffectEvent(() => hasWords)
  const pull = useEffectEvent((where: 'up' | 'down') => {
    const isWanted = hasWords === (where === 'down')
    if (isWanted) setHasWords(where === 'up')
    if (isWanted) setIsBare(false)
    return isWanted
  })
  const latest = useEffectEvent(() => ({ onShow, onClosed }))
  const open = useEffectEvent((element: HTMLElement) => {
    // A page that was hidden for a moment, as one that loads is, opens it again: not one that was being closed.
    if (isLeaving) return undefined
    return openGallery({
      posts,
      post_id,
      stage: element,
      pictureOf,
      onShow: (id) => latest().onShow(id),
      onOwnSlides: (slides) => setOwnSlides((known) => (isSame(known, slides) ? known : slides)),
      onClosing: () => setIsLeaving(true),
      onClosed: () => latest().onClosed(),
      onTap: () => setIsBare((was) => !was),
      onDoubleTap: likeIt,
      onPull: pull,
      isPullTaken,
      onAway: setIsBare,
    })
  })
  useLayoutEffect(() => {
    if (!stage.current) return undefined
    // Not a button: its ring would keep all that stands over the photo there.
    stage.current.closest('dialog')?.focus()
    gallery.current = open(stage.current)
    if (!gallery.current) latest().onClosed()
    return () => gallery.current?.end()
  }, [])
  useEffect(() => gallery.current?.update(posts), [posts])

  const at = posts.findIndex(({ id }) => id === post_id)
  const makeRoom = () => flushSync(() => setHasWords(true))
  return (
    <dialog
      {...modal}
      className={`${styles.root} night`}
      tabIndex={-1}
      aria-label={texts.viewer.title}
      data-words={hasWords || undefined}
      data-bare={(isBare && !hasWords) || undefined}
      data-leaving={isLeaving || undefined}
    >
      <div ref={stage} className={styles.stage} />
      {ownSlides.map(({ post_id: id, element }) => {
        const post = posts.find((each) => each.id === id)
        return post && createPortal(renderOwn(post), element, id)
      })}
      <HeartBurst beat={beat} />
      <header className={styles.head}>
        <IconButton label={texts.common.close} onClick={close}>
          <X />
        </IconButton>
        <span className={styles.place} aria-hidden>
          {place}
        </span>
      </header>
      <p className="visually-hidden" role="status">
        {says}
      </p>
      <p className={styles.note} role="status">
        {note}
      </p>
      <Arrow side="newer" isThere={at > 0} onPress={() => gallery.current?.step(-1)} />
      <Arrow
        side="older"
        isThere={at < posts.length - 1}
        onPress={() => gallery.current?.step(1)}
      />
      <section className={styles.words} data-words aria-label={texts.viewer.showWords}>
        <button
          type="button"
          className={styles.handle}
          aria-expanded={hasWords}
          aria-label={hasWords ? texts.viewer.hideWords : texts.viewer.showWords}
          onClick={() => setHasWords(!hasWords)}
        >
          {hasWords ? <ChevronDown size={20} /> : <ChevronUp size={20} />}
        </button>
        {renderWords({ isOpen: hasWords, open: makeRoom })}
      </section>
    </dialog>
  )
}

interface ArrowProps {
  side: 'newer' | 'older'
  isThere: boolean
  onPress: () => void
}

/** For a mouse. Fingers swipe, and keys have arrows of their own. */
function Arrow({ side, isThere, onPress }: ArrowProps) {
  const [label, Icon] =
    side === 'newer' ? [texts.viewer.previous, ChevronLeft] : [texts.viewer.next, ChevronRight]
  return (
    <IconButton
      label={label}
      className={`${styles.arrow} ${styles[side]}`}
      disabled={!isThere}
      onClick={onPress}
    >
      <Icon size={28} />
    </IconButton>
  )
}

function isSame(known: readonly OwnSlide[], now: readonly OwnSlide[]): boolean {
  return known.length === now.length && now.every((each, at) => known[at]?.element === each.element)
}
