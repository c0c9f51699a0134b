import { useState } from 'react'
import type { FormEvent } from 'react'
import { UserPlus } from 'lucide-react'
import { CREATOR_INVITATION } from '../../../contract/admin.ts'
import { api } from '../../../contract/api.ts'
import { cardDay } from '../../../contract/display-day.ts'
import { PAGES } from '../../../contract/pages.ts'
import { texts } from '../../../contract/texts.ts'
import { admin } from '../../../contract/texts/admin-texts.ts'
import { call } from '../../api/call.ts'
import { sendError } from '../../api/contact.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ShareLink } from '../../ui/fields/share-link.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { focusFirst } from '../../ui/focus/focus-first.ts'
import { useAct } from './admin-queries.ts'
import type { Admin } from './admin-queries.ts'

/** Makes a link by which people may create Ormas, and shows it once: nobody else knows its token. */
export function InviteCreators({ me }: { me: Admin }) {
  const [isOpen, setIsOpen] = useState(false)
  const [made, setMade] = useState<InvitationProps>()
  const invite = useAct(me, async (uses: number) =>
    // At once: it counts, whether the page has been asked for anew or not.
    setMade(await call(api.inviteCreators, { body: { uses }, token: me.token })),
  )
  const isBeingMade = invite.isPending && !made
  const open = () => {
    invite.reset()
    setMade(undefined)
    setIsOpen(true)
  }
  return (
    <>
      <Button icon={<UserPlus size={18} />} onClick={open}>
        {admin.invite}
      </Button>
      <Dialog
        open={isOpen}
        title={admin.inviteTitle}
        closeLabel={texts.common.close}
        // It would be shown to nobody.
        onClose={() => !isBeingMade && setIsOpen(false)}
      >
        {made ? (
          <Invitation {...made} />
        ) : (
          <InviteForm
            busy={isBeingMade}
            failure={invite.error ? sendError(invite.error, admin.actFailed) : undefined}
            onSend={(uses) => invite.mutate(uses)}
          />
        )}
      </Dialog>
    </>
  )
}

interface InvitationProps {
  token: string
  expiresAt: string
}

function Invitation({ token, expiresAt }: InvitationProps) {
  return (
    <>
      <p>{admin.inviteNote(cardDay(Date.parse(expiresAt)))}</p>
      <ShareLink
        // Behind the #: a browser tells that to no server, and no log has it.
        link={`${location.origin}${PAGES.createOrma.path}#${token}`}
        title={admin.inviteTitle}
        label={admin.inviteLink}
        shareText={admin.shareLink}
        copyText={admin.copyLink}
        autoFocus
      />
    </>
  )
}

interface InviteFormProps {
  busy: boolean
  failure: string | undefined
  onSend: (uses: number) => void
}

function InviteForm({ busy, failure, onSend }: InviteFormProps) {
  const [typed, setTyped] = useState('1')
  const [isInvalid, setIsInvalid] = useState(false)
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    const uses = Number(typed)
    const isCount = Number.isInteger(uses) && uses >= 1 && uses <= CREATOR_INVITATION.usesMax
    setIsInvalid(!isCount)
    if (isCount && !busy) onSend(uses)
  }
  const error = isInvalid ? admin.inviteUsesInvalid : failure
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        label={admin.inviteUses}
        hint={admin.inviteUsesHint}
        type="number"
        ref={focusFirst}
        inputMode="numeric"
        min={1}
        max={CREATOR_INVITATION.usesMax}
        autoComplete="off"
        enterKeyHint="done"
        value={typed}
        {...(error !== undefined && { error })}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button kind="filled" type="submit" busy={busy}>
        {admin.inviteNow}
      </Button>
    </form>
  )
}
