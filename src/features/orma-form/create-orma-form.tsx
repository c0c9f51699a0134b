import { useEffect, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { localDay } from '../../../contract/display-day.ts'
import { UPLOAD_TIMEOUT_MS } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { call, requireToken } from '../../api/call.ts'
import { randomKey } from '../../device/random-key.ts'
import { forgetDraft, readDraft, writeDraft } from '../../session/drafts.ts'
import { useDraft } from '../../session/use-draft.ts'
import type { Session } from '../../session/use-session.ts'
import { ownOrmasQuery } from '../../session/user-queries.ts'
import { askToSignIn } from './change-orma.ts'
import { GuestSwitches } from './guest-switches.tsx'
import { ImageField } from './image-field.tsx'
import { checkEntries, isPastMoment, newOrmaEntries, newOrmaForm } from './orma-entries.ts'
import type { EntryErrors, NewOrma } from './orma-entries.ts'
import { OrmaForm } from './orma-form.tsx'
import { imageKinds } from './orma-images.ts'
import { noteWord } from '../../session/given-word.ts'
import { PinField } from './pin-field.tsx'
import { checkSwitches, SPECIFIED } from './switch-entries.ts'
import { WayInCards } from './way-in-cards.tsx'
import styles from './create-orma.module.css'

const DRAFT = 'create'

interface CreateOrmaFormProps {
  session: Session
  onCreated: (event: Event) => void
}

/** The form of a new Orma. What was entered, but for images, outlives a reload; it goes once the form is sent or left. */
export function CreateOrmaForm({ session, onCreated }: CreateOrmaFormProps) {
  const [orma, setOrma] = useDraft(DRAFT, beginOrma, (entered) =>
    // The word is written nowhere.
    writeDraft(DRAFT, { ...entered, images: undefined, pin: undefined }),
  )
  useEffect(() => () => forgetDraft(DRAFT), [])
  // Of what is entered: sent once more, as the answer was lost, it makes the same Orma.
  const [key, setKey] = useState(randomKey)
  const create = useCreateOrma(session, key)
  const change = (part: Partial<NewOrma>) => {
    setOrma((before) => ({ ...before, ...part }))
    setKey(randomKey())
  }
  return (
    <OrmaForm
      entered={orma}
      onChange={change}
      check={() => checkNew(orma, Date.now())}
      onSend={() => create.mutate(orma, { onSuccess: onCreated })}
      sending={create}
      failed={texts.create.failed}
      submit={texts.create.submit}
      images={
        <div className={styles.imageFields}>
          {imageKinds.map((kind) => (
            <ImageField
              key={kind}
              kind={kind}
              file={orma.images[kind]}
              onChange={(file) => change({ images: { ...orma.images, [kind]: file } })}
            />
          ))}
        </div>
      }
    >
      {(errors) => (
        <WayInCards
          entered={orma}
          onChange={change}
          mustOpen={errors.revealAt !== undefined || errors.pin !== undefined}
        >
          <GuestSwitches entered={orma} onChange={change} errors={errors} />
          <PinField entered={orma} onChange={change} error={errors.pin} />
        </WayInCards>
      )}
    </OrmaForm>
  )
}

function checkNew(orma: NewOrma, nowMs: number): EntryErrors {
  return {
    ...checkEntries(orma, { isEndPast: isPastMoment(orma.endsAt, nowMs) }),
    ...checkSwitches(orma, { nowMs, needsPin: false }),
  }
}

function beginOrma(): NewOrma {
  const day = localDay(new Date())
  const empty = { name: '', date: day, seatingUrl: '', endsAt: '', ...SPECIFIED }
  return { ...empty, ...readDraft(DRAFT, newOrmaEntries), images: {} }
}

/** Creates an Orma with its images. Where the token is refused, asks to sign in again. */
function useCreateOrma(session: Session, idempotencyKey: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (orma: NewOrma) => {
      const { event } = await call(api.createEvent, {
        form: newOrmaForm(orma),
        token: requireToken(session),
        timeoutMs: UPLOAD_TIMEOUT_MS,
        idempotencyKey,
      })
      if (orma.pin) noteWord(event.event_hash, orma.pin, event.pinMark)
      return event
    },
    onError: askToSignIn,
    // A lost answer may have been that it was created.
    onSettled: () => {
      const { queryKey } = ownOrmasQuery(session.token ?? '')
      void queryClient.invalidateQueries({ queryKey })
    },
  })
}
