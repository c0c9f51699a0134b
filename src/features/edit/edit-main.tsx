import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { localDay } from '../../../contract/local-day.ts'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { checkDraft } from './edit-form.ts'
import type { DraftErrors, OrmaDraft } from './edit-form.ts'
import { IMAGE_KINDS, imageTitle } from './image-kinds.ts'
import type { ImageKind } from './image-kinds.ts'
import { editError, useUpdateOrma } from './use-edit-orma.ts'

export type EditStep = 'main' | 'delete' | ImageKind

export interface EditMainProps {
  event: Event
  draft: OrmaDraft
  onChange: (draft: OrmaDraft) => void
  /** Whose button has the focus at first. */
  focus: EditStep
  onStep: (step: EditStep) => void
}

export function EditMain({ event, draft, onChange, focus, onStep }: EditMainProps) {
  const [errors, setErrors] = useState<DraftErrors>({})
  const update = useUpdateOrma(event)
  const today = localDay(new Date())
  const change = (part: Partial<OrmaDraft>) => {
    onChange({ ...draft, ...part })
    setErrors({})
  }
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault()
    const wrong = checkDraft(draft, event, today)
    setErrors(wrong)
    const [first] = Object.keys(wrong)
    if (first) submitted.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    else if (!update.isPending) update.mutate(draft)
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        label={texts.create.name}
        name="name"
        autoComplete="off"
        autoCapitalize="words"
        value={draft.name}
        error={errors.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextField
        label={texts.create.date}
        name="date"
        type="date"
        min={today}
        value={draft.date}
        error={errors.date}
        onChange={({ target }) => change({ date: target.value })}
      />
      <TextField
        label={texts.create.seatingUrl}
        name="seatingUrl"
        type="url"
        inputMode="url"
        autoComplete="off"
        hint={texts.create.seatingUrlHint}
        value={draft.seatingUrl}
        onChange={({ target }) => change({ seatingUrl: target.value })}
      />
      <div className="edit-images">
        {(Object.keys(IMAGE_KINDS) as ImageKind[]).map((kind) => (
          <ImageRow
            key={kind}
            kind={kind}
            src={imageOf(event, kind)}
            file={draft.images[kind]}
            hasFocus={focus === kind}
            onPress={() => onStep(kind)}
          />
        ))}
      </div>
      <label className="edit-check">
        <input
          type="checkbox"
          checked={draft.paused}
          onChange={({ target }) => change({ paused: target.checked })}
        />
        <span>
          {texts.edit.paused}
          <br />
          <span className="quiet small">{texts.edit.pausedHint}</span>
        </span>
      </label>
      <div role="alert">
        {update.error && <p className="error">{editError(update.error, texts.edit.failed)}</p>}
      </div>
      <Button kind="filled" type="submit" busy={update.isPending || update.isSuccess}>
        {texts.edit.update}
      </Button>
      <Button kind="danger" autoFocus={focus === 'delete'} onClick={() => onStep('delete')}>
        {texts.edit.delete}
      </Button>
    </form>
  )
}

interface ImageRowProps {
  kind: ImageKind
  /** The image there is. */
  src: string | undefined
  /** The one to come. */
  file: File | undefined
  hasFocus: boolean
  onPress: () => void
}

function ImageRow({ kind, src, file, hasFocus, onPress }: ImageRowProps) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const shown = url ?? src
  return (
    <>
      {shown ? <img src={shown} alt="" /> : <span />}
      <Button autoFocus={hasFocus} onClick={onPress}>
        {imageTitle(kind)}
      </Button>
    </>
  )
}

function imageOf(event: Event, kind: ImageKind): string | undefined {
  const url = kind === 'banner' ? event.event_banner_url : event.event_profile_image_url
  return url ?? undefined
}
