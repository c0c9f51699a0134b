import { ImagePlus } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { FileButton } from '../../ui/buttons/file-button.tsx'
import type { FileButtonProps } from '../../ui/buttons/file-button.tsx'
import { useAskLimit } from './use-upload-limit.ts'

interface ChooseButtonProps {
  event_hash: string
  isMain: boolean
  /** How many photos are stored on this phone and on their way. */
  onPhone: number
  /** How many more may be chosen now. */
  room: number
  onFiles: (files: File[]) => void
}

export function ChooseButton({ event_hash, isMain, onPhone, room, onFiles }: ChooseButtonProps) {
  return (
    <PhotosButton
      event_hash={event_hash}
      text={onPhone > 0 ? texts.upload.addMore(onPhone, room) : texts.upload.choose}
      kind={isMain ? 'filled' : 'quiet'}
      icon={<ImagePlus size={20} />}
      multiple
      onFiles={onFiles}
    />
  )
}

type PhotosButtonProps = Omit<FileButtonProps, 'accept' | 'onClick'> & { event_hash: string }

/** Opens the phone's picker for photos, unless the server says that it takes no more. */
export function PhotosButton({ event_hash, ...props }: PhotosButtonProps) {
  return <FileButton {...props} accept="image/*" onClick={useAskLimit(event_hash)} />
}
