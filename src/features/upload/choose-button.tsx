import type { MouseEvent } from 'react'
import { ImagePlus } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { useIsLimitReached } from './use-upload-limit.ts'

export interface ChooseButtonProps {
  event_hash: string
  isMain: boolean
  /** How many photos are stored on this phone and on their way. */
  onPhone: number
  onFiles: (files: File[]) => void
}

/** Opens the phone's picker, unless the server has said that it takes no more photos. */
export function ChooseButton({ event_hash, isMain, onPhone, onFiles }: ChooseButtonProps) {
  const isLimitReached = useIsLimitReached(event_hash)
  const stopAtLimit = (event: MouseEvent) => {
    if (!isLimitReached) return
    event.preventDefault()
    showAlert(texts.upload.limitReached)
  }
  return (
    <FileButton
      text={onPhone > 0 ? texts.upload.addMore(onPhone) : texts.upload.choose}
      kind={isMain ? 'filled' : 'quiet'}
      icon={<ImagePlus size={20} />}
      accept="image/*"
      multiple
      onClick={stopAtLimit}
      onFiles={onFiles}
    />
  )
}
