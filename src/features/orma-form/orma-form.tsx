import { useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { UseMutationResult } from '@tanstack/react-query'
import { texts } from '../../../contract/texts.ts'
import { sendError } from '../../api/contact.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { EntryErrors, OrmaEntries } from './orma-entries.ts'

interface OrmaFormProps {
  entered: OrmaEntries
  onChange: (part: Partial<OrmaEntries>) => void
  /** Finds what is wrong; the form is sent only where nothing is. */
  check: () => EntryErrors
  onSend: () => void
  sending: Pick<UseMutationResult, 'error' | 'isPending' | 'isSuccess'>
  /** Said when it could not be sent. */
  failed: string
  submit: string
  /** The first day that can be chosen. */
  earliest?: string
  images: ReactNode
  /** Shown above the button; given what is wrong, so that further fields can say it. */
  children?: (errors: EntryErrors) => ReactNode
}

/** The form of an Orma, new or not: its name, date, images and seating chart. */
export function OrmaForm({
  entered,
  onChange,
  check,
  onSend,
  sending,
  failed,
  submit,
  earliest,
  images,
  children,
}: OrmaFormProps) {
  const [errors, setErrors] = useState<EntryErrors>({})
  const { error, isPending, isSuccess } = sending
  // A ref: a double click comes before the form is rendered as busy.
  const hasSent = useRef(false)
  useEffect(() => {
    if (!sending.isPending) hasSent.current = false
  }, [sending])
  const failure = useRef<HTMLDivElement>(null)
  // The form may have been sent by Enter in a field far from the error.
  useEffect(() => {
    if (error) failure.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  const field = (name: keyof OrmaEntries) => ({
    name,
    value: entered[name],
    error: errors[name],
    onChange: ({ target }: { target: HTMLInputElement }) => {
      onChange({ [name]: target.value })
      setErrors({})
    },
  })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = { ...check(), ...checkHalves(event.currentTarget) }
    // Drawn at once: what is wrong may be in what was folded.
    flushSync(() => setErrors(wrong))
    const [first] = Object.keys(wrong)
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    else if (!isPending && !hasSent.current) {
      hasSent.current = true
      onSend()
    }
  }
  return (
    <form className="stack" noValidate onSubmit={send}>
      <TextField
        {...field('name')}
        label={texts.create.name}
        placeholder={texts.create.namePlaceholder}
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField {...field('date')} label={texts.create.date} type="date" min={earliest} />
      {images}
      <TextField
        {...field('seatingUrl')}
        label={texts.create.seatingUrl}
        type="url"
        inputMode="url"
        autoComplete="off"
        hint={texts.create.seatingUrlHint}
      />
      <TextField
        {...field('endsAt')}
        label={texts.create.endsAt}
        type="datetime-local"
        hint={texts.create.endsAtHint}
      />
      {children?.(errors)}
      <div role="alert" ref={failure}>
        {error && <p className="error">{sendError(error, failed)}</p>}
      </div>
      <Button kind="filled" type="submit" busy={isPending || isSuccess}>
        {submit}
      </Button>
    </form>
  )
}

/** A browser gives for half of a moment, or of a day, what it gives for none. */
function checkHalves(form: HTMLFormElement): EntryErrors {
  const isHalf = (name: string) =>
    form.querySelector<HTMLInputElement>(`[name=${name}]`)?.validity.badInput
  return {
    ...(isHalf('endsAt') ? { endsAt: texts.create.incompleteEnd } : {}),
    ...(isHalf('revealAt') ? { revealAt: texts.create.incompleteEnd } : {}),
    ...(isHalf('deleteAt') ? { deleteAt: texts.edit.incompleteDay } : {}),
  }
}
