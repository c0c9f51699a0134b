import { Suspense } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { api } from '../../../contract/api.ts'
import { cardDay } from '../../../contract/display-day.ts'
import type { OpenInvitation } from '../../../contract/endpoints/organiser-endpoints.ts'
import type { Event } from '../../../contract/entities.ts'
import { INVITATION_QR_PX } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { call } from '../../api/call.ts'
import { isRefusal, sendError } from '../../api/contact.ts'
import { promptAgain } from '../../session/login-prompt.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ShareLink } from '../../ui/fields/share-link.tsx'
import { QrCode } from '../../ui/pictures/qr-code.tsx'
import { openInvitationsQuery } from './organiser-queries.ts'
import styles from './organisers.module.css'

interface InvitationsProps {
  event: Event
  token: string
}

/** Where an owner makes an invitation, and takes those back that nobody has followed yet. */
export function OpenInvitations({ event, token }: InvitationsProps) {
  const { event_hash } = event
  const query = openInvitationsQuery(event, token)
  const queryClient = useQueryClient()
  const open = useQuery(query)
  const invite = useMutation({
    mutationFn: () => call(api.inviteOrganiser, { params: { event_hash }, token }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: query.queryKey }),
    onError: (error) => {
      if (isRefusal(error, 401)) promptAgain()
    },
  })
  const invitations = open.data ?? []
  const isUnread = open.data === undefined && open.error !== null
  return (
    <>
      <Button
        kind="filled"
        icon={<UserPlus size={18} />}
        busy={invite.isPending}
        onClick={() => invite.mutate()}
      >
        {texts.organise.invite}
      </Button>
      <div role="alert">
        {invite.error && (
          <p className="error">{sendError(invite.error, texts.organise.inviteFailed)}</p>
        )}
      </div>
      {isUnread && (
        <>
          <p role="alert">{texts.organise.openFailed}</p>
          <Button busy={open.isFetching} onClick={() => void open.refetch()}>
            {texts.common.retry}
          </Button>
        </>
      )}
      {invitations.length > 0 && (
        <section className="stack" aria-labelledby="open-invitations">
          <h2 id="open-invitations">{texts.organise.open(invitations.length)}</h2>
          <ul className={styles.list}>
            {invitations.map((invitation) => (
              <OpenRow
                key={invitation.id}
                event={event}
                token={token}
                invitation={invitation}
                onRevoked={() => void queryClient.invalidateQueries({ queryKey: query.queryKey })}
              />
            ))}
          </ul>
        </section>
      )}
      <InvitationDialog
        event={event}
        invitation={invite.data?.token}
        onClose={() => invite.reset()}
      />
    </>
  )
}

interface OpenRowProps extends InvitationsProps {
  invitation: OpenInvitation
  onRevoked: () => void
}

function OpenRow({ event: { event_hash }, token, invitation, onRevoked }: OpenRowProps) {
  const day = cardDay(Date.parse(invitation.expiresAt))
  const revoke = useMutation({
    mutationFn: () => {
      const params = { event_hash, invitation_id: invitation.id }
      return call(api.revokeInvitation, { params, token })
    },
    onSuccess: onRevoked,
  })
  return (
    <li>
      <span className={styles.name} role={revoke.error ? 'alert' : undefined}>
        {revoke.error
          ? sendError(revoke.error, texts.organise.failed)
          : texts.organise.openUntil(day)}
      </span>
      <Button
        busy={revoke.isPending}
        aria-label={texts.organise.revokeLong(day)}
        onClick={() => revoke.mutate()}
      >
        {texts.organise.revoke}
      </Button>
    </li>
  )
}

interface InvitationDialogProps {
  event: Event
  /** Its token; undefined: none was made. */
  invitation: string | undefined
  onClose: () => void
}

/** Shows an invitation once it is made, and never again: nobody else knows its token. */
function InvitationDialog({ event, invitation = '', onClose }: InvitationDialogProps) {
  // Behind the #: a browser tells that to no server, and no log has it.
  const link = `${location.origin}/${event.event_hash}/organise#${invitation}`
  const title = texts.organise.inviteTitle(event.name)
  return (
    <Dialog
      open={invitation !== ''}
      title={title}
      closeLabel={texts.common.close}
      onClose={onClose}
    >
      <figure className={styles.code}>
        <Suspense>
          <QrCode data={link} size={INVITATION_QR_PX} label={texts.organise.inviteQr} />
        </Suspense>
      </figure>
      <p className="quiet small">{texts.organise.inviteNote}</p>
      <ShareLink
        link={link}
        title={title}
        label={texts.organise.inviteLink}
        shareText={texts.organise.shareLink}
        copyText={texts.organise.copyLink}
      />
    </Dialog>
  )
}
