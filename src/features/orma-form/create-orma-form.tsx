import { useState } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { localDay } from '../../../contract/display-day.ts'
import { texts } from '../../../contract/texts.ts'
import { useDraft } from '../../session/use-draft.ts'
import type { Session } from '../../session/use-session.ts'
import type { NewOrma, NewOrmaDraft } from './create-form.ts'
import { ImageField } from './image-field.tsx'
import { checkEntries, isPastMoment } from './orma-entries.ts'
import { OrmaForm } from './orma-form.tsx'
import { imageRefusal, reasonFor } from './send-error.ts'
import { beginTries, useCreateOrma, useMadeBefore } from './use-create-orma.ts'
import { NEW_ORMA, useNewOrmaStart } from './use-new-orma-start.ts'
import type { NewOrmaStart } from './use-new-orma-start.ts'
import styles from './create-orma.module.css'

interface CreateOrmaFormProps {
  session: Session
  onCreated: (event: Event) => void
}

/**
 * The form of a new Orma. What was entered stays until it is created or the form is left, also where the page is reloaded. Sent by
 * the page before, it leads to the Orma that it made after all; what is changed then is another Orma, as its user may have seen the
 * one.
 */
export function CreateOrmaForm(props: CreateOrmaFormProps) {
  const start = useNewOrmaStart()
  return start && <Fields {...props} start={start} />
}

function Fields({ session, onCreated, start }: CreateOrmaFormProps & { start: NewOrmaStart }) {
  const [first] = useState(() => start.restored ?? beginDraft())
  const [draft, setDraft] = useDraft(
    NEW_ORMA,
    () => first,
    (entered) => entered !== first && start.store(entered),
  )
  const { orma, ...tries } = draft
  const create = useCreateOrma(session, tries, (next) =>
    setDraft((before) => ({ ...before, ...next })),
  )
  const [sentBefore] = useState(draft.sent)
  const isOfBefore = draft.sent === sentBefore && sentBefore.length > 0
  useMadeBefore(session, isOfBefore ? sentBefore : [], (made) =>
    create.mutate(made, { onSuccess: onCreated }),
  )
  const change = (part: Partial<NewOrma>) => {
    const tries = isOfBefore ? beginTries() : {}
    setDraft((before) => ({ ...before, ...tries, orma: { ...before.orma, ...part } }))
  }
  const refusal = imageRefusal(create.error, (kind) => {
    const part = kind === 'banner' ? 'banner' : 'picture'
    return { sent: create.variables?.[part], shown: orma[part] }
  })
  return (
    <OrmaForm
      entered={orma}
      onChange={change}
      check={() => checkEntries(orma, { isEndPast: isPastMoment(orma.endsAt, Date.now()) })}
      onSend={() => create.mutate(orma, { onSuccess: onCreated })}
      sending={create}
      failed={texts.create.failed}
      submit={texts.create.submit}
      images={
        <div className={styles.imageFields}>
          <ImageField
            kind="profile_image"
            file={orma.picture}
            refusal={reasonFor('profile_image', refusal)}
            onChange={(picture) => change({ picture })}
          />
          <ImageField
            kind="banner"
            file={orma.banner}
            refusal={reasonFor('banner', refusal)}
            onChange={(banner) => change({ banner })}
          />
        </div>
      }
      refused={refusal?.kind}
    />
  )
}

function beginDraft(): NewOrmaDraft {
  return { orma: emptyOrma(), ...beginTries() }
}

function emptyOrma(): NewOrma {
  return {
    name: '',
    date: localDay(new Date()),
    seatingUrl: '',
    endsAt: '',
    picture: undefined,
    banner: undefined,
  }
}
