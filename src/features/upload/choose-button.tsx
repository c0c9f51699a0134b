import { ImagePlus } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { FileButton } from '../../ui/buttons/file-button.tsx'
import type { FileButtonProps } from '../../ui/buttons/file-button.tsx'
import { api } from '../../../contract/api.ts'
import { call } from '../../api/call.ts'
import { useSession } from '../../session/use-session.ts'
import { showAlert } from '../../ui/dialogs/alerts.tsx'

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

/** Opens the phone's picker for photos, and asks the server whether it takes more. */
export function PhotosButton({ event_hash, ...props }: PhotosButtonProps) {
  return <FileButton {...props} accept="image/*" onClick={useAskLimit(event_hash)} />
}

/**
 * Returns the click handler of a file input: at each press the server is asked whether it takes more photos of this user, and an
 * alert says where it does not. The picker does not wait for the answer: some browsers open none later than the press.
 */
export function useAskLimit(event_hash: string): () => void {
  const { token } = useSession()
  return () => {
    // Of a guest the server knows nothing.
    if (token === undefined) return
    const asked = call(api.checkLimit, { params: { event_hash }, query: { event_hash }, token })
    const tell = ({ limitReached }: { limitReached: boolean }) => {
      if (limitReached) showAlert(texts.upload.limitReached)
    }
    // Where it is silent, it says so of the photos.
    asked.then(tell, () => undefined)
  }
}
