import { ImagePlus } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { FileButton } from '../../ui/buttons/file-button.tsx'
import type { FileButtonProps } from '../../ui/buttons/file-button.tsx'
import { useAskLimit } from './upload-limit.ts'

interface ChooseButtonProps {
  event_hash: string
  isMain: boolean
  /** In place of 'Choose photos', where photos that were chosen before are on their way. */
  moreText: string | undefined
  takesVideos: boolean
  onFiles: (files: File[]) => void
}

export function ChooseButton({ event_hash, isMain, moreText, ...props }: ChooseButtonProps) {
  const { takesVideos, onFiles } = props
  const { choose, chooseAny } = texts.upload
  return (
    <PhotosButton
      event_hash={event_hash}
      takesVideos={takesVideos}
      text={moreText ?? (takesVideos ? chooseAny : choose)}
      kind={isMain ? 'filled' : 'quiet'}
      icon={<ImagePlus size={20} />}
      multiple
      onFiles={onFiles}
    />
  )
}

interface PhotosButtonProps extends Omit<FileButtonProps, 'accept' | 'onClick'> {
  event_hash: string
  takesVideos: boolean
}

/** Opens the phone's picker for photos, and for videos where they are taken, and asks the server whether it takes more. */
export function PhotosButton({ event_hash, takesVideos, ...props }: PhotosButtonProps) {
  const accept = takesVideos ? 'image/*,video/*' : 'image/*'
  return <FileButton {...props} accept={accept} onClick={useAskLimit(event_hash)} />
}
