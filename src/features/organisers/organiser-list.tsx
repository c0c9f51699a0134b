import { useState } from 'react'
import { api } from '../../../contract/api.ts'
import type { Author, Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { call } from '../../api/call.ts'
import { sendError } from '../../api/contact.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Avatar } from '../../ui/layout/avatar.tsx'
import { Coming } from '../../ui/notices/coming.tsx'
import { Spinner } from '../../ui/notices/spinner.tsx'
import { useChange } from './organiser-queries.ts'
import styles from './organisers.module.css'

interface OrganiserListProps {
  event: Event
  userId: number
  token: string
  /** The user has left. */
  onLeft: () => unknown
}

/** Who organises an Orma, the owner first; the owner removes others and hands it over, everybody else leaves. */
export function OrganiserList({ event, userId, token, onLeft }: OrganiserListProps) {
  const { userId: ownerId, owner, organisers = [], handover } = event
  const isOwner = userId === ownerId
  const textOf = ({ id }: Author) => {
    if (id === ownerId) return texts.organise.owner
    return id === handover ? texts.organise.isAsked : texts.organise.organiser
  }
  const noContact = useNoContact()
  // The page's own HTML has of the Orma what everybody is told.
  if (!owner)
    return (
      <Coming words={noContact && texts.offline[noContact]}>
        <Spinner label={texts.common.loading} />
      </Coming>
    )
  return (
    <ul className={styles.list} aria-label={texts.organise.list}>
      {[owner, ...organisers].map((person) => (
        <li key={person.id}>
          <Avatar name={nameOf(person)} size={44} />
          <span className={styles.name}>
            <b dir="auto">{nameOf(person)}</b>
            <span className="quiet small">
              {[textOf(person), person.id === userId && texts.organise.you]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          {isOwner && person.id !== ownerId && (
            <OwnersActions event={event} person={person} token={token} />
          )}
          {!isOwner && person.id === userId && (
            <span className={styles.actions}>
              <Leave event={event} person={person} token={token} onLeft={onLeft} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

interface ActionProps {
  event: Event
  person: Author
  token: string
}

/** What the owner does with an organiser. */
function OwnersActions({ event, person, token }: ActionProps) {
  const { event_hash, handover } = event
  const params = { event_hash }
  const [asking, setAsking] = useState<'remove' | 'handOver'>()
  const close = () => setAsking(undefined)
  const name = nameOf(person)
  const remove = useChange(event_hash, () => removeFrom(event, person, token), close)
  const ask = useChange(
    event_hash,
    () => call(api.askForHandover, { params, body: { user_id: person.id }, token }),
    close,
  )
  const withdraw = useChange(event_hash, () => call(api.endHandover, { params, token }))
  return (
    <span className={styles.actions}>
      {handover === person.id ? (
        <Button busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {texts.organise.withdraw}
        </Button>
      ) : (
        <Button
          aria-label={texts.organise.handOverLong(name)}
          onClick={() => setAsking('handOver')}
        >
          {texts.organise.handOver}
        </Button>
      )}
      <Button aria-label={texts.organise.removeLong(name)} onClick={() => setAsking('remove')}>
        {texts.organise.remove}
      </Button>
      <Question
        open={asking === 'remove'}
        question={texts.organise.removeQuestion(name)}
        confirmLabel={texts.organise.remove}
        change={remove}
        danger
        onCancel={close}
      />
      <Question
        open={asking === 'handOver'}
        question={texts.organise.handOverQuestion(name)}
        confirmLabel={texts.organise.ask}
        change={ask}
        onCancel={close}
      />
    </span>
  )
}

function Leave({ event, person, token, onLeft }: ActionProps & Pick<OrganiserListProps, 'onLeft'>) {
  const [isAsking, setIsAsking] = useState(false)
  const leave = useChange(event.event_hash, () => removeFrom(event, person, token), onLeft)
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{texts.organise.leave}</Button>
      <Question
        open={isAsking}
        question={texts.organise.leaveQuestion}
        confirmLabel={texts.organise.leave}
        change={leave}
        danger
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

interface QuestionProps {
  open: boolean
  question: string
  confirmLabel: string
  change: Pick<ReturnType<typeof useChange>, 'mutate' | 'isPending' | 'error'>
  danger?: boolean
  onCancel: () => void
}

/** Asks before a change, and says why it could not be made. */
function Question({ change, danger = false, ...rest }: QuestionProps) {
  const { mutate, isPending, error } = change
  return (
    <ConfirmDialog
      {...rest}
      danger={danger}
      busy={isPending}
      {...(error && { error: sendError(error, texts.organise.failed) })}
      onConfirm={() => mutate()}
    />
  )
}

function removeFrom({ event_hash }: Event, { id }: Author, token: string) {
  return call(api.removeOrganiser, { params: { event_hash, user_id: id }, token })
}

export function nameOf({ name }: Author): string {
  return name ?? texts.common.anonymous
}
