import type { CSSProperties } from 'react'
import { texts } from '../../../contract/texts.ts'
import { CropCanvas } from './crop-canvas.tsx'
import { cropPart, ZOOM_MAX, zoomCrop } from './crop.ts'
import type { Crop } from './crop.ts'
import { useCropGestures } from './use-crop-gestures.ts'
import type { ChangeCrop } from './use-crop-gestures.ts'
import styles from './cropper.module.css'

/** Sharp enough for a phone's dense screen. */
const DRAWN_PX = 960

interface CropperProps {
  image: ImageBitmap
  /** Width by height of the frame. */
  ratio: number
  crop: Crop
  onChange: ChangeCrop
}

/** A frame in which an image is moved and enlarged: by dragging, pinching, wheel, slider or keys. */
export function Cropper({ image, ratio, crop, onChange }: CropperProps) {
  const { frame, handlers } = useCropGestures({ image, ratio }, onChange)
  const style = { '--ratio': ratio } as CSSProperties
  return (
    <div className="stack">
      <div
        ref={frame}
        className={ratio === 1 ? `${styles.frame} ${styles.round}` : styles.frame}
        style={style}
        role="application"
        aria-label={texts.edit.position}
        tabIndex={0}
        {...handlers}
      >
        <CropCanvas image={image} part={cropPart(image, ratio, crop)} width={DRAWN_PX} />
      </div>
      <label className={`${styles.zoom} small`}>
        {texts.edit.zoom}
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.01}
          value={crop.zoom}
          onChange={({ target }) => {
            const zoom = Number(target.value)
            onChange((before) => zoomCrop(image, ratio, before, zoom))
          }}
        />
      </label>
      <p className="quiet small">{texts.edit.positionHint}</p>
    </div>
  )
}
