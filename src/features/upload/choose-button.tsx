import { ImagePlus } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { FileButton } from '../../ui/buttons/file-button.tsx'
import type { FileButtonProps } from '../../ui/buttons/file-button.tsx'
import { useAskLimit } from './upload-limit.ts'

interface ChooseButtonProps {
  event_hash: string
  isMain: boolean
  /** How many photos are stored on this phone and on their way. */
  onPhone: number
  /** How many more may be chosen now. */
  room: number
  takesVideos: boolean
  onFiles: (files: File[]) => void
}

export function ChooseButton({ event_hash, isMain, onPhone, room, ...props }: ChooseButtonProps) {
  const { takesVideos, onFiles } = props
  const chooseText = takesVideos ? texts.upload.chooseAny : texts.upload.choose
  return (
    <PhotosButton
      event_hash={event_hash}
      takesVideos={takesVideos}
      text={onPhone > 0 ? texts.upload.addMore(onPhone, room) : chooseText}
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
