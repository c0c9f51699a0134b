import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserMinus } from 'lucide-react'
import { api } from '../../../contract/api.ts'
import type { Participant } from '../../../contract/participants.ts'
import { texts } from '../../../contract/texts.ts'
import { call } from '../../api/call.ts'
import { sendError } from '../../api/contact.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/notices/toast.tsx'
import styles from './people.module.css'

interface RemovePersonProps {
  event_hash: string
  person: Participant
  token: string
  /** They are gone, with all of theirs. */
  onRemoved: () => void
}

/** Takes somebody with all of theirs out of an Orma, after a question that says what goes. */
export function RemovePerson({ event_hash, person, token, onRemoved }: RemovePersonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const queryClient = useQueryClient()
  const name = person.User.name ?? texts.common.anonymous
  const remove = useMutation({
    mutationFn: () => {
      const params = { event_hash, user_id: person.User.id }
      return call(api.removePerson, { params, query: { posts: 'delete' }, token })
    },
    onSuccess: () => {
      // Live news bring the feed up to date.
      queryClient.setQueryData<Participant[]>(queryKeys.people(event_hash), (people) =>
        people?.filter(({ User }) => User.id !== person.User.id),
      )
      showToast({ text: texts.guests.personRemoved(name) })
      onRemoved()
    },
  })
  const ask = () => {
    remove.reset()
    setIsAsking(true)
  }
  return (
    <>
      <Button className={styles.remove} icon={<UserMinus size={18} />} onClick={ask}>
        {texts.guests.remove}
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        question={texts.guests.removeQuestion(name)}
        confirmLabel={texts.guests.remove}
        busy={remove.isPending}
        {...(remove.error && { error: sendError(remove.error, texts.guests.removeFailed) })}
        onConfirm={() => remove.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{texts.guests.removeDetail}</p>
        <p>{person.isByName ? texts.guests.removeByName : texts.guests.removeByPhone}</p>
      </ConfirmDialog>
    </>
  )
}
