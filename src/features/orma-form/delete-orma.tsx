import { useState } from 'react'
import type { FormEvent } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { sendError } from '../../api/contact.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useDeleteOrma } from './use-edit-orma.ts'
import styles from '../../ui/dialogs/dialog.module.css'

interface DeleteOrmaProps {
  event: Event
  onCancel: () => void
}

/** Deletes an Orma once its name has been typed. */
export function DeleteOrma({ event, onCancel }: DeleteOrmaProps) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const remove = useDeleteOrma(event, () => navigate({ to: '/', replace: true }))
  const isNamed = isSameName(typed, event.name)
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    if (isNamed && !remove.isPending) remove.mutate()
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p>{texts.withVideos(event.allowVideos, texts.edit.deleteWarning)}</p>
      <TextField
        label={texts.edit.typeName(event.name)}
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div role="alert">
        {remove.error && (
          <p className="error">{sendError(remove.error, texts.edit.deleteFailed)}</p>
        )}
      </div>
      <div className={styles.actions}>
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

/**
 * Whether somebody typed a name as it is read: a page shows one space for several and nothing of some signs, and each keyboard has
 * quotation marks of its own.
 */
export function isSameName(typed: string, name: string): boolean {
  return plain(typed) === plain(name)
}

function plain(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .trim()
}
