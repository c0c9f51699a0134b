import { useState } from 'react'
import type { FormEvent } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { localDay } from '../../../contract/local-day.ts'
import { texts } from '../../../contract/texts.ts'
import type { Session } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Stylesheet } from '../../ui/stylesheet.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { checkNewOrma } from './create-form.ts'
import type { NewOrma, NewOrmaErrors } from './create-form.ts'
import { ImageField } from './image-field.tsx'
import { createError, unsentOrma, useCreateOrma } from './use-create-orma.ts'
import styles from './create-orma.css?url'

interface CreateOrmaFormProps {
  session: Session
  onCreated: (event: Event) => void
}

/** The form of a new Orma. What was entered stays until it is created. */
export function CreateOrmaForm({ session, onCreated }: CreateOrmaFormProps) {
  const [orma, setOrma] = useState<NewOrma>(() => unsentOrma(session) ?? emptyOrma())
  const [errors, setErrors] = useState<NewOrmaErrors>({})
  const create = useCreateOrma(session)
  const change = (part: Partial<NewOrma>) => {
    setOrma((typed) => ({ ...typed, ...part }))
    setErrors({})
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = checkNewOrma(orma)
    setErrors(wrong)
    const [first] = Object.keys(wrong)
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else if (!create.isPending) create.mutate(orma, { onSuccess: onCreated })
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <Stylesheet href={styles} />
      <NameAndDate orma={orma} errors={errors} onChange={change} />
      <div className="image-fields">
        <ImageField
          label={texts.create.profileImage}
          shape="round"
          file={orma.picture}
          onChange={(picture) => change({ picture })}
        />
        <ImageField
          label={texts.create.banner}
          shape="wide"
          file={orma.banner}
          onChange={(banner) => change({ banner })}
        />
      </div>
      <TextField
        label={texts.create.seatingUrl}
        name="seatingUrl"
        type="url"
        inputMode="url"
        autoComplete="off"
        hint={texts.create.seatingUrlHint}
        value={orma.seatingUrl}
        error={errors.seatingUrl}
        onChange={(event) => change({ seatingUrl: event.target.value })}
      />
      <Button kind="filled" type="submit" busy={create.isPending || create.isSuccess}>
        {texts.create.submit}
      </Button>
      <div role="alert">{create.error && <p className="error">{createError(create.error)}</p>}</div>
    </form>
  )
}

interface NameAndDateProps {
  orma: NewOrma
  errors: NewOrmaErrors
  onChange: (part: Partial<NewOrma>) => void
}

function NameAndDate({ orma, errors, onChange }: NameAndDateProps) {
  return (
    <>
      <TextField
        label={texts.create.name}
        name="name"
        placeholder={texts.create.namePlaceholder}
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="next"
        value={orma.name}
        error={errors.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        label={texts.create.date}
        name="date"
        type="date"
        value={orma.date}
        error={errors.date}
        onChange={(event) => onChange({ date: event.target.value })}
      />
    </>
  )
}

function emptyOrma(): NewOrma {
  return {
    name: '',
    date: localDay(new Date()),
    seatingUrl: '',
    picture: undefined,
    banner: undefined,
  }
}
