import { useEffect, useRef, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { UPLOAD_TIMEOUT_MS } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { call } from '../../api/call.ts'
import { isRefusal, isSilence, sendError } from '../../api/contact.ts'
import { countOf } from '../../outbox/page/count-of.ts'
import { askForDiscarded } from '../../outbox/page/discard.ts'
import { listUnsent } from '../../outbox/page/page-outboxes.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { forgetDevice } from '../../session/forget-device.ts'
import { useSession } from '../../session/use-session.ts'
import { ownOrmasQuery } from '../../session/user-queries.ts'
import { showAlert } from '../../ui/dialogs/alerts.tsx'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'

interface DeleteAccountProps {
  open: boolean
  onClose: () => void
}

/** Asks before the account is deleted, and what is to become of its photos. Owners of Ormas are led to these instead. */
export function DeleteAccount({ open, onClose }: DeleteAccountProps) {
  const [withPosts, setWithPosts] = useState(false)
  const { mutate, error, isPending, isSuccess } = useDeleteAccount()
  const unsent = useUnsent(open)
  const { isOwner, isAsking } = useIsOwner(open)
  const actions = (
    <>
      <Button onClick={onClose}>{texts.common.cancel}</Button>
      {isOwner ? (
        <Link to="/myormas" className={buttonClass('filled')}>
          {texts.home.mine}
        </Link>
      ) : (
        <Button
          kind="danger"
          busy={isAsking || isPending || isSuccess}
          onClick={() => mutate({ withPosts })}
        >
          {texts.profile.deleteAccount}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={texts.profile.deleteAccount}
      onClose={onClose}
      actions={actions}
    >
      {isOwner ? (
        <p>{texts.server.ownsOrmas}</p>
      ) : (
        <>
          <p>{texts.account.deleteWarning}</p>
          {unsent.length > 0 && (
            <p className="error">{texts.account.photosLost(countOf(unsent))}</p>
          )}
          <p>{texts.account.postsStay}</p>
          <PostsToo checked={withPosts} onChange={setWithPosts} />
          <div role="alert">
            {error && <p className="error">{sendError(error, texts.account.deleteFailed)}</p>}
          </div>
        </>
      )}
    </Dialog>
  )
}

interface PostsTooProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** The choice to delete the photos too. It has the dialog's focus, and goes where the server says that the user owns Ormas. */
function PostsToo({ checked, onChange }: PostsTooProps) {
  const row = useRef<HTMLLabelElement>(null)
  useFocusLost(row, (gone) => gone.closest('dialog')?.focus())
  return (
    <label ref={row} className="row">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {texts.account.deletePosts}
    </label>
  )
}

/** Whether the user owns Ormas, as the server says when the question opens; where it is silent, as it said last. */
function useIsOwner(isAsked: boolean) {
  const { token = '' } = useSession()
  const { data, isLoading } = useQuery({
    ...ownOrmasQuery(token),
    enabled: isAsked && token !== '',
    staleTime: 0,
  })
  return { isOwner: data !== undefined && data.length > 0, isAsking: isLoading }
}

/** Photos that are on this device, or in this page, alone. */
function useUnsent(isAsked: boolean): readonly OutboxPhoto[] {
  const [unsent, setUnsent] = useState<readonly OutboxPhoto[]>([])
  useEffect(() => {
    if (isAsked) void listUnsent().then(setUnsent)
  }, [isAsked])
  return unsent
}

/** Deletes the account, with or without its photos, and says what went; the app then starts afresh, as on a new device. */
function useDeleteAccount() {
  const queryClient = useQueryClient()
  const { token } = useSession()
  /** The answer was lost once: perhaps it was that the account is deleted. */
  const wasUnheard = useRef(false)
  return useMutation({
    mutationFn: async ({ withPosts }: { withPosts: boolean }) => {
      // Without the account nobody could take them out of their Ormas.
      await askForDiscarded()
      const query = withPosts ? ({ posts: 'delete' } as const) : {}
      // Many photos take the server long.
      const asked = call(api.deleteAccount, { query, token, timeoutMs: UPLOAD_TIMEOUT_MS })
      const receipt = await asked.catch((error: unknown) => {
        if (isSilence(error)) wasUnheard.current = true
        if (!isRefusal(error, 401) || !wasUnheard.current) throw error
        return undefined
      })
      // The account is gone, whatever this device still has of it.
      await forgetDevice(queryClient).catch(console.error)
      const text = receipt ? texts.account.receipt(receipt) : texts.account.deleted
      showAlert(text, () => location.replace('/'))
    },
  })
}
