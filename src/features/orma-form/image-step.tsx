import { useEffect, useState } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { FileButton } from '../../ui/buttons/file-button.tsx'
import { cropFile } from '../../ui/crop/crop-file.ts'
import { cropPart, wholeCrop } from '../../ui/crop/crop.ts'
import type { Crop, CropArea } from '../../ui/crop/crop.ts'
import { CropCanvas } from '../../ui/crop/crop-canvas.tsx'
import { Cropper } from '../../ui/crop/cropper.tsx'
import { IMAGE_KINDS, imageError } from './orma-images.ts'
import type { ImageKind } from './orma-images.ts'
import dialogStyles from '../../ui/dialogs/dialog.module.css'
import styles from './edit-orma.module.css'

/** Width of the previews. */
const DRAWN_PX = 480

interface ImageStepProps {
  event: Event
  kind: ImageKind
  onDone: (image: File) => void
  onCancel: () => void
}

interface Chosen {
  file: File
  /** Absent where this browser cannot decode it (HEIC): the server can. */
  image: ImageBitmap | undefined
}

/** Chooses an image for an Orma, and the part of it that is shown. */
export function ImageStep({ event, kind, onDone, onCancel }: ImageStepProps) {
  const { ratio, maxWidth } = IMAGE_KINDS[kind]
  const [chosen, setChosen] = useState<Chosen>()
  const [crop, setCrop] = useState<Crop>({ x: 0, y: 0, zoom: 1 })
  const [error, setError] = useState<string>()
  useEffect(() => () => chosen?.image?.close(), [chosen])

  const choose = async ([file]: File[]) => {
    if (!file) return
    const problem = await imageError(file)
    setError(problem)
    if (problem) return
    const image = await createImageBitmap(file).catch(() => undefined)
    if (image) setCrop(wholeCrop(image))
    setChosen({ file, image })
  }
  const image = chosen?.image
  const part = image && cropPart(image, ratio, crop)
  const finish = async () => {
    if (!chosen) return
    if (!image || !part) return onDone(chosen.file)
    // Where it cannot be drawn, the server has to do with the whole image.
    onDone(await cropFile(image, part, { name: kind, maxWidth }).catch(() => chosen.file))
  }
  return (
    <div className="stack">
      {image && part && (
        <>
          <Cropper image={image} ratio={ratio} crop={crop} onChange={setCrop} />
          <CropPreview event={event} kind={kind} image={image} part={part} />
        </>
      )}
      {chosen && !image && <p>{texts.edit.cannotShow}</p>}
      <div role="alert">{error && <p className="error">{error}</p>}</div>
      <FileButton
        text={chosen ? texts.edit.chooseAnother : texts.create.chooseImage}
        kind={chosen ? 'quiet' : 'filled'}
        accept="image/*"
        autoFocus
        onFiles={(files) => void choose(files)}
      />
      <div className={dialogStyles.actions}>
        <Button onClick={onCancel}>{texts.common.cancel}</Button>
        {chosen && (
          <Button kind="filled" onClick={() => void finish()}>
            {texts.edit.useImage}
          </Button>
        )}
      </div>
    </div>
  )
}

interface CropPreviewProps {
  event: Event
  kind: ImageKind
  image: ImageBitmap
  part: CropArea
}

/** The image as guests will see it: the round picture beside the name, or the banner as phones and wide screens crop it. */
function CropPreview({ event, kind, image, part }: CropPreviewProps) {
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
