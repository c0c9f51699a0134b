import { ImagePlus } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { FileButton } from '../../ui/buttons/file-button.tsx'
import type { FileButtonProps } from '../../ui/buttons/file-button.tsx'
import type { MouseEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { call } from '../../api/call.ts'
import { USER_KEY } from '../../session/session-query.ts'
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

/** Opens the phone's picker for photos, unless the server says that it takes no more. */
export function PhotosButton({ event_hash, ...props }: PhotosButtonProps) {
  return <FileButton {...props} accept="image/*" onClick={useAskLimit(event_hash)} />
}

/**
 * Returns the click handler of a file input: at each press the server is asked whether it takes more photos of this user, and an
 * alert says where it does not. The picker does not wait for the answer, which is there before anything is chosen: some browsers
 * open none later than the press. Only where the limit is known to be reached it stays closed.
 */
export function useAskLimit(event_hash: string) {
  const { user, token } = useSession()
  const { data, refetch } = useQuery({
    queryKey: [USER_KEY, 'upload-limit', event_hash, user?.id],
    queryFn: ({ signal }) => {
      const options = { params: { event_hash }, query: { event_hash }, token, signal }
      return call(api.checkLimit, options)
    },
    enabled: user !== undefined,
    staleTime: 0,
  })
  return (event: MouseEvent<HTMLInputElement>) => {
    // Of a guest the server knows nothing.
    if (!user) return
    const wasReached = data?.limitReached ?? false
    if (wasReached) {
      event.preventDefault()
      showAlert(texts.upload.limitReached)
    }
    void refetch().then((asked) => {
      if (asked.data?.limitReached && !wasReached) showAlert(texts.upload.limitReached)
    })
  }
}
