import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { api } from '../../../contract/api.ts'
import type { Ban } from '../../../contract/admin.ts'
import { phoneWithCountry } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { admin } from '../../../contract/texts/admin-texts.ts'
import { call } from '../../api/call.ts'
import { sendError } from '../../api/contact.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { focusBefore } from '../../ui/focus/focus-beside.ts'
import { focusFirst } from '../../ui/focus/focus-first.ts'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'
import { RelativeTime } from '../../ui/notices/relative-time.tsx'
import { showToast } from '../../ui/notices/toast.tsx'
import { useAct } from './admin-queries.ts'
import type { Admin } from './admin-queries.ts'
import styles from './admin.module.css'

/** The numbers that get no code, to be let in again. */
export function BanList({ me, bans }: { me: Admin; bans: readonly Ban[] }) {
  // One for all rows: the next one moves to where the lifted one was.
  const lift = useAct(
    me,
    ({ id }: Ban) => call(api.liftBan, { params: { ban_id: id }, token: me.token }),
    (_none, { phone }) => showToast({ text: admin.lifted(phone) }),
  )
  const stateOf = (ban: Ban) =>
    lift.variables?.id === ban.id ? lift : { isPending: false, error: null }
  return (
    <ul className={styles.rows}>
      {bans.map((ban) => (
        <BanRow
          key={ban.id}
          ban={ban}
          lift={stateOf(ban)}
          onLift={() => !lift.isPending && lift.mutate(ban)}
        />
      ))}
    </ul>
  )
}

interface BanRowProps {
  ban: Ban
  lift: { isPending: boolean; error: Error | null }
  onLift: () => void
}

function BanRow({ ban: { phone, name, since }, lift, onLift }: BanRowProps) {
  const row = useRef<HTMLLIElement>(null)
  useFocusLost(row, focusBefore)
  return (
    <li ref={row} className={styles.row}>
      <span className={styles.text}>
        <b>{phone}</b>
        <span className="quiet small" role={lift.error ? 'alert' : undefined}>
          {lift.error ? (
            sendError(lift.error, admin.actFailed)
          ) : (
            <>
              {name !== null && `${name} · `}
              <RelativeTime iso={since} />
            </>
          )}
        </span>
      </span>
      <Button aria-label={admin.liftLong(phone)} busy={lift.isPending} onClick={onLift}>
        {admin.lift}
      </Button>
    </li>
  )
}

/** Asks for a number to ban. */
export function BanNumber({ me }: { me: Admin }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{admin.ban}</Button>
      <Dialog
        open={isOpen}
        title={admin.banTitle}
        closeLabel={texts.common.close}
        onClose={() => setIsOpen(false)}
      >
        <BanForm me={me} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function BanForm({ me, onDone }: { me: Admin; onDone: () => void }) {
  const [typed, setTyped] = useState('')
  const [isInvalid, setIsInvalid] = useState(false)
  const ban = useAct(
    me,
    (phone: string) => call(api.addBan, { body: { phone }, token: me.token }),
    (answer) => {
      onDone()
      showToast({ text: admin.banned(answer.ban.phone) })
    },
  )
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    const phone = phoneWithCountry(typed)
    setIsInvalid(phone === undefined)
    ban.reset()
    if (phone !== undefined && !ban.isPending) ban.mutate(phone)
  }
  const failure = ban.error ? sendError(ban.error, admin.actFailed) : undefined
  const error = isInvalid ? texts.login.invalidPhone : failure
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p>{admin.banHint}</p>
      <TextField
        label={admin.number}
        hint={admin.numberHint}
        type="tel"
        autoComplete="off"
        enterKeyHint="done"
        ref={focusFirst}
        value={typed}
        {...(error !== undefined && { error })}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button kind="danger" type="submit" busy={ban.isPending}>
        {admin.banNow}
      </Button>
    </form>
  )
}
