import { useId, useState } from 'react'
import { ImagePlus, X } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { FileButton } from '../../ui/buttons/file-button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { FieldNote } from '../../ui/fields/text-field.tsx'
import { useObjectUrl } from '../../ui/pictures/use-object-url.ts'
import { imageError, imageHint, imageTitle, useDrawable } from './orma-images.ts'
import type { ImageKind } from './orma-images.ts'
import styles from './create-orma.module.css'

interface ImageFieldProps {
  kind: ImageKind
  file: File | undefined
  onChange: (file: File | undefined) => void
}

/** Chooses an image and shows a preview. A file that breaks the rules is refused with the reason. */
export function ImageField({ kind, file, onChange }: ImageFieldProps) {
  const label = imageTitle(kind)
  const [error, setError] = useState<string>()
  const noteId = useId()
  // An image that this browser cannot show is named instead: the server may be able to read it.
  const [preview, fail] = useDrawable(useObjectUrl(file))
  const choose = async ([chosen]: File[]) => {
    const wrong = chosen && (await imageError(chosen))
    setError(wrong)
    if (chosen && !wrong) onChange(chosen)
  }
  return (
    <div className={styles.imageField} role="group" aria-label={label}>
      <span className={styles.imageLabel}>{label}</span>
      <div className={styles.imagePlace}>
        <FileButton
          className={`${styles.imageBox} ${kind === 'banner' ? styles.imageWide : styles.imageRound}`}

          text={file && !preview ? file.name : texts.create.chooseImage}
          icon={
            preview ? (
              <img className="cover" src={preview} alt="" onError={fail} />
            ) : (
              <ImagePlus aria-hidden />
            )
          }
          accept="image/*"
          aria-describedby={noteId}
          onFiles={(files) => void choose(files)}
        />
        {file && (
          <IconButton
            className={styles.imageRemove}
            label={texts.create.removeImage}
            onClick={() => onChange(undefined)}
          >
            <X size={20} />
          </IconButton>
        )}
      </div>
      <FieldNote id={noteId} hint={imageHint(kind)} error={error} />
    </div>
  )
}
