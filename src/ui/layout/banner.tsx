import type { ReactNode, Ref } from 'react'
import { BANNER_SIZES } from '../../../contract/image-widths.ts'
import { OrmaImage } from '../pictures/orma-image.tsx'
import { fitWords } from '../style/fit-words.ts'
import styles from './banner.module.css'

interface BannerProps {
  /** Absent: a soft evening gradient of the accent. */
  src?: string
  name: string
  picture?: string
  /** Shown under the name: the date. */
  children?: ReactNode
  imageRef?: Ref<HTMLImageElement>
}

/** An Orma's banner up to the top edge of the screen, its name over a soft gradient. */
export function Banner({ src, name, picture, children, imageRef }: BannerProps) {
  return (
    <div className={styles.root}>
      {src && (
        <OrmaImage
          ref={imageRef}
          className={styles.image}
          src={src}
          sizes={BANNER_SIZES}
          // From another host its pixels can only be read with CORS.
          crossOrigin={src.startsWith('/') ? undefined : 'anonymous'}
          fetchPriority="high"
        />
      )}
      <div className={styles.text}>
        {picture && (
          <OrmaImage className={styles.picture} src={picture} sizes="64px" width={64} height={64} />
        )}
        <div>
          {/* Takes the focus when what had it is gone. */}
          <h1 tabIndex={-1} style={fitWords(name)}>
            {name}
          </h1>
          {children}
        </div>
      </div>
    </div>
  )
}
