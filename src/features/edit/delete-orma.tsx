import { useState } from 'react'
import type { FormEvent } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { queryKeys } from '../../device/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { editError, useDeleteOrma } from './use-edit-orma.ts'

export interface DeleteOrmaProps {
  event: Event
  onCancel: () => void
}

/** Deletes an Orma once its name has been typed. */
export function DeleteOrma({ event, onCancel }: DeleteOrmaProps) {
  const [typed, setTyped] = useState('')
  const remove = useDeleteOrma(event)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isNamed = typed.trim() === event.name.trim()
  const leave = async () => {
    await navigate({ to: '/', replace: true })
    // Only now: its own page would ask for it again.
    queryClient.removeQueries({ queryKey: queryKeys.event(event.event_hash) })
  }
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    if (!isNamed || remove.isPending) return
    remove.mutate(undefined, {
      onSuccess: () => void leave(),
    })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p>{texts.edit.deleteWarning}</p>
      <TextField
        label={texts.edit.typeName(event.name)}
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div role="alert">
        {remove.error && (
          <p className="error">{editError(remove.error, texts.edit.deleteFailed)}</p>
        )}
      </div>
      <div className="dg-actions">
        <Button onClick={onCancel}>{texts.common.cancel}</Button>
        <Button
          kind="danger"
          type="submit"
          disabled={!isNamed}
          busy={remove.isPending || remove.isSuccess}
        >
          {texts.common.delete}
        </Button>
      </div>
    </form>
  )
}
