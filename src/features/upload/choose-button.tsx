import { ImagePlus } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { FileButton } from '../../ui/buttons/file-button.tsx'
import type { FileButtonProps } from '../../ui/buttons/file-button.tsx'
import { useAskLimit } from './upload-limit.ts'

interface ChooseButtonProps {
  event_hash: string
  isMain: boolean
  /** Photos that were chosen before are on their way. */
  isMore: boolean
  takesVideos: boolean
  onFiles: (files: File[]) => void
}

export function ChooseButton({ event_hash, isMain, isMore, ...props }: ChooseButtonProps) {
  const { takesVideos, onFiles } = props
  const { choose, chooseAny, addMore } = texts.upload
  const text = takesVideos ? chooseAny : choose
  return (
    <PhotosButton
      event_hash={event_hash}
      takesVideos={takesVideos}
      text={isMore ? texts.withVideos(takesVideos, addMore) : text}
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
