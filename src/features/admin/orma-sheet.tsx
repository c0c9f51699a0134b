import { useState } from 'react'
import { api } from '../../../contract/api.ts'
import type { AdminEvent } from '../../../contract/admin.ts'
import { cardDay } from '../../../contract/display-day.ts'
import { UPLOAD_TIMEOUT_MS } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { admin } from '../../../contract/texts/admin-texts.ts'
import { call } from '../../api/call.ts'
import { sendError } from '../../api/contact.ts'
import { isGone } from '../../api/refused-orma.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { byteText } from '../../ui/notices/byte-text.ts'
import { RelativeTime } from '../../ui/notices/relative-time.tsx'
import { showToast } from '../../ui/notices/toast.tsx'
import { useAct } from './admin-queries.ts'
import type { Admin } from './admin-queries.ts'
import { Fact } from './site-state.tsx'
import styles from './admin.module.css'

interface OrmaSheetProps {
  me: Admin
  orma: AdminEvent
  open: boolean
  onClose: () => void
}

/** What an Orma is, to pause it, open it again, ban its owner or delete it. */
export function OrmaSheet({ me, orma, open, onClose }: OrmaSheetProps) {
  const { token } = me
  const { id, name, ownerPhone, postCount, isPausedByHost } = orma
  const [asking, setAsking] = useState<'delete' | 'ban'>()
  const params = { event_id: id }
  const turn = useAct(me, () =>
    call(isPausedByHost ? api.reopenForHost : api.pauseForHost, { params, token }),
  )
  const remove = useAct(
    me,
    () => deleteOrma(id, token),
    () => {
      setAsking(undefined)
      onClose()
      showToast({ text: admin.deleted(name) })
    },
  )
  const ban = useAct(
    me,
    () => call(api.addBan, { body: { owner_of: id }, token }),
    (answer) => {
      setAsking(undefined)
      onClose()
      showToast({ text: admin.banned(answer.ban.phone) })
    },
  )
  const ask = (what: 'delete' | 'ban') => {
    remove.reset()
    ban.reset()
    setAsking(what)
  }
  const close = () => {
    turn.reset()
    onClose()
  }
  return (
    <Dialog open={open} title={name} closeLabel={texts.common.close} onClose={close}>
      <OrmaFacts orma={orma} />
      {!isPausedByHost && <p className="quiet small">{admin.pauseHint}</p>}
      <div role="alert">
        {turn.error && <p className="error">{sendError(turn.error, admin.actFailed)}</p>}
      </div>
      <Button busy={turn.isPending} onClick={() => turn.mutate(undefined)}>
        {isPausedByHost ? admin.reopen : admin.pause}
      </Button>
      <Button onClick={() => ask('ban')}>{admin.banOwner}</Button>
      <Button kind="danger" onClick={() => ask('delete')}>
        {admin.delete}
      </Button>
      <ConfirmDialog
        open={asking === 'ban'}
        danger
        question={admin.banQuestion(name)}
        confirmLabel={admin.banNow}
        busy={ban.isPending}
        {...(ban.error && { error: sendError(ban.error, admin.actFailed) })}
        onConfirm={() => ban.mutate(undefined)}
        onCancel={() => setAsking(undefined)}
      >
        <p>{admin.banHint}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'delete'}
        danger
        question={admin.deleteQuestion(name)}
        confirmLabel={texts.common.delete}
        busy={remove.isPending}
        {...(remove.error && { error: sendError(remove.error, admin.actFailed) })}
        onConfirm={() => remove.mutate(undefined)}
        onCancel={() => setAsking(undefined)}
      >
        <p>{admin.deleteDetail(postCount, ownerPhone)}</p>
      </ConfirmDialog>
    </Dialog>
  )
}

/** Counts as done where somebody else has done it, or this very call before its answer was lost. */
async function deleteOrma(event_id: number, token: string): Promise<void> {
  const timeoutMs = UPLOAD_TIMEOUT_MS
  try {
    await call(api.deleteForHost, { params: { event_id }, token, timeoutMs })
  } catch (error) {
    // Another 404 is that of whoever does not run the site.
    if (!isGone(error)) throw error
  }
}

function OrmaFacts({ orma }: { orma: AdminEvent }) {
  const { event_date, ownerPhone, postCount, storageBytes, lastActiveAt } = orma
  return (
    <dl className={styles.list}>
      <Fact name={admin.day}>{cardDay(event_date)}</Fact>
      <Fact name={admin.owner}>{ownerPhone}</Fact>
      <Fact name={admin.added}>{postCount}</Fact>
      <Fact name={admin.storage}>{byteText(storageBytes)}</Fact>
      <Fact name={admin.activity}>
        {lastActiveAt ? <RelativeTime iso={lastActiveAt} /> : admin.noActivity}
      </Fact>
      <Fact name={admin.state}>{stateText(orma)}</Fact>
    </dl>
  )
}

function stateText({ isPausedByHost, isPausedByOwner }: AdminEvent): string {
  if (isPausedByHost) return admin.isPausedByHost
  return isPausedByOwner ? admin.isPausedByOwner : admin.isOpen
}
