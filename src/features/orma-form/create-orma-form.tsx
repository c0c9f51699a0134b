import type { Event } from '../../../contract/entities.ts'
import { localDay } from '../../../contract/local-day.ts'
import { texts } from '../../../contract/texts.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import type { Session } from '../../session/use-session.ts'
import type { NewOrma } from './create-form.ts'
import { ImageField } from './image-field.tsx'
import { checkEntries, isPastMoment } from './orma-entries.ts'
import { OrmaForm } from './orma-form.tsx'
import { useCreateOrma } from './use-create-orma.ts'
import './create-orma.css'

interface CreateOrmaFormProps {
  session: Session
  onCreated: (event: Event) => void
}

/** The form of a new Orma. What was entered stays until it is created. */
export function CreateOrmaForm({ session, onCreated }: CreateOrmaFormProps) {
  const [orma, setOrma] = useFormDraft('create', emptyOrma)
  const create = useCreateOrma(session)
  const change = (part: Partial<NewOrma>) => setOrma((typed) => ({ ...typed, ...part }))
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
      }
    />
  )
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
