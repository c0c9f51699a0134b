import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { postName } from '../../photos/post-name.ts'
import { Thumb } from '../../photos/thumb.tsx'
import { VideoLength } from '../../photos/video-length.tsx'
import { whenNear } from '../../ui/layout/when-near.ts'
import { toggleAll } from './selection.ts'
import styles from './select-images.module.css'

interface SelectImagesProps {
  posts: readonly Post[]
  selected: ReadonlySet<number>
  onChange: (selected: ReadonlySet<number>) => void
  onNearEnd: () => void
  /** Shown below the last photo, about the loading of more. */
  end: ReactNode
  onStart: () => void
}

/** Chooses the photos of the slideshow: a press adds one, another removes it. */
export function SelectImages({
  posts,
  selected,
  onChange,
  onNearEnd,
  end,
  onStart,
}: SelectImagesProps) {
  const isAll = posts.every(({ id }) => selected.has(id))
  const toggle = (id: number) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <>
      <div className={`row ${styles.bar}`}>
        <label className="row">
          <input
            type="checkbox"
            checked={isAll}
            onChange={() => onChange(toggleAll(selected, posts))}
          />
          {texts.slideshow.selectAll}
        </label>
        <span className="quiet" role="status">
          {selected.size > 0 &&
            texts.slideshow.selected(
              selected.size,
              posts.some(({ kind }) => kind === 'video'),
            )}
        </span>
        {selected.size > 0 && (
          <Button kind="filled" onClick={onStart}>
            {texts.slideshow.start}
          </Button>
        )}
      </div>
      <div className={styles.grid}>
        {posts.map((post) => (
          <button
            key={post.id}
            type="button"
            className="on-photo"
            aria-pressed={selected.has(post.id)}
            onClick={() => toggle(post.id)}
          >
            <Thumb
              src={post.compressed_url ?? post.image_url}
              alt={postName(post)}
              thumbhash={post.thumbhash}
              width={post.width}
              height={post.height}
              selected={selected.has(post.id)}
            >
              <VideoLength post={post} />
            </Thumb>
          </button>
        ))}
        <EndMarker key={posts.length} onNear={onNearEnd} />
        {end}
      </div>
    </>
  )
}

/** Mounted anew with each page, so that one that ends in view loads the next too. */
function EndMarker({ onNear }: { onNear: () => void }) {
  const ref = useRef<HTMLSpanElement>(null)
  useEffect(
    () => whenNear(ref.current, onNear, { root: ref.current?.parentElement ?? null }),
    [onNear],
  )
  return <span ref={ref} className={styles.end} />
}
