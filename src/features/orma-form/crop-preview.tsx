import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { CropCanvas } from '../../ui/crop/crop-canvas.tsx'
import type { Part } from '../../ui/crop/crop.ts'
import type { ImageKind } from './image-kinds.ts'
import styles from './edit-orma.module.css'

const DRAWN_PX = 480

interface CropPreviewProps {
  event: Event
  kind: ImageKind
  image: ImageBitmap
  part: Part
}

/** The image as guests will see it: the round picture beside the name, or the banner as phones and wide screens crop it. */
export function CropPreview({ event, kind, image, part }: CropPreviewProps) {
  const canvas = <CropCanvas image={image} part={part} width={DRAWN_PX} />
  return (
    <figure className={styles.cropPreview}>
      <figcaption className="small">{texts.edit.preview}</figcaption>
      {kind === 'profile_image' ? (
        <div className="row">
          <span className={styles.cropPicture}>{canvas}</span>
          <span className="display">{event.name}</span>
        </div>
      ) : (
        <div className={styles.cropBanners} aria-hidden>
          {['cropPhone', 'cropWide'].map((shape) => (
            <span key={shape} className={styles[shape]}>
              {canvas}
              <span className="display">{event.name}</span>
            </span>
          ))}
        </div>
      )}
    </figure>
  )
}
