import { useId, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { ImagePlus } from 'lucide-react'
import type { Event } from '../../../contract/entities.ts'
import { cardDay, localDay } from '../../../contract/display-day.ts'
import { texts } from '../../../contract/texts.ts'
import { useSession } from '../../session/use-session.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { byteText } from '../../ui/notices/byte-text.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { FieldNote } from '../../ui/fields/text-field.tsx'
import { useObjectUrl } from '../../ui/pictures/use-object-url.ts'
import { CheckField } from './check-field.tsx'
import { DeletionField, EditSwitches, ReviewSwitch } from './edit-fields.tsx'
import { checkChanges, draftOf, setsDeletion } from './edit-form.ts'
import type { OrmaChanges } from './edit-form.ts'
import { MusicChoice } from './music-choice.tsx'
import { OrmaForm } from './orma-form.tsx'
import { imageHint, imageKinds, useDrawable } from './orma-images.ts'
import type { ImageKind } from './orma-images.ts'
import { useUpdateOrma } from './use-edit-orma.ts'
import styles from './edit-orma.module.css'

export type EditStep = 'main' | 'delete' | 'acts' | ImageKind

interface EditMainProps {
  event: Event
  changes: OrmaChanges
  onChange: (part: OrmaChanges) => void
  /** The step whose button has the focus at first. */
  focus: EditStep
  onStep: (step: EditStep) => void
  /** The Orma was changed, and the page is not loaded anew. */
  onKept: () => void
}

export function EditMain(props: EditMainProps) {
  const { event, changes, onChange: change, focus, onStep, onKept } = props
  const draft = draftOf(event, changes)
  const update = useUpdateOrma(event, onKept)
  const [isAsking, setIsAsking] = useState(false)
  // An organiser changes the Orma, and its owner alone lets it go.
  const isOwner = useSession().user?.id === event.userId
  const today = localDay(new Date())
  return (
    <>
      <OrmaForm
        entered={draft}
        onChange={change}
        check={() => checkChanges(event, changes, today)}
        onSend={() => (setsDeletion(event, changes) ? setIsAsking(true) : update.mutate(changes))}
        sending={update}
        failed={texts.edit.failed}
        submit={texts.edit.update}
        earliest={today}
        images={
          <div className={styles.images}>
            {imageKinds.map((kind) => (
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
        }
      >
        {(errors) => (
          <>
            <CheckField
              label={texts.edit.uploadsClosed}
              hint={texts.edit.uploadsClosedHint}
              checked={draft.uploadsClosed}
              onChange={(uploadsClosed) => change({ uploadsClosed })}
            />
            <ReviewSwitch
              event={event}
              checked={draft.reviewAll}
              onChange={(reviewAll) => change({ reviewAll })}
            />
            <EditSwitches event={event} draft={draft} onChange={change} errors={errors} />
            <MusicChoice value={draft.music} onChange={(music) => change({ music })} />
            <CheckField
              label={texts.edit.paused}
              hint={event.pausedByHost ? texts.event.heldByHost : texts.edit.pausedHint}
              checked={draft.paused}
              disabled={event.pausedByHost}
              onChange={(paused) => change({ paused })}
            />
            {isOwner && (
              <DeletionField
                event={event}
                value={draft.deleteAt}
                error={errors.deleteAt}
                onChange={(deleteAt) => change({ deleteAt })}
              />
            )}
          </>
        )}
      </OrmaForm>
      <ConfirmDialog
        open={isAsking}
        question={texts.edit.deletesOnQuestion(cardDay(draft.deleteAt))}
        confirmLabel={texts.edit.setDeletion}
        cancelLabel={texts.common.cancel}
        danger
        onConfirm={() => {
          setIsAsking(false)
          update.mutate(changes)
        }}
        onCancel={() => setIsAsking(false)}
      />
      {event.storageBytes !== undefined && (
        <p className="quiet small">{texts.edit.storage(byteText(event.storageBytes))}</p>
      )}
      <Link
        to="/$event_hash/organise"
        params={{ event_hash: event.event_hash }}
        className={buttonClass()}
      >
        {texts.organise.title}
      </Link>
      <Button autoFocus={focus === 'acts'} onClick={() => onStep('acts')}>
        {texts.audit.title}
      </Button>
      {isOwner && (
        <Button kind="danger" autoFocus={focus === 'delete'} onClick={() => onStep('delete')}>
          {texts.edit.delete}
        </Button>
      )}
    </>
  )
}

interface ImageRowProps {
  kind: ImageKind
  /** Address of the present image. */
  src: string | undefined
  file: File | undefined
  hasFocus: boolean
  onPress: () => void
}

function ImageRow({ kind, src, file, hasFocus, onPress }: ImageRowProps) {
  const noteId = useId()
  const chosen = useObjectUrl(file)
  const [drawable, fail] = useDrawable(chosen)
  const shown = chosen ? drawable : src
  return (
    <>
      <span className={kind === 'banner' ? styles.image : `${styles.image} ${styles.picture}`}>
        {shown ? (
          <img className="cover" src={shown} alt="" onError={chosen ? fail : undefined} />
        ) : (
          <ImagePlus aria-hidden />
        )}
      </span>
      <Button autoFocus={hasFocus} aria-describedby={noteId} onClick={onPress}>
        {kind === 'banner' ? texts.edit.updateBanner : texts.edit.updateImage}
      </Button>
      <FieldNote id={noteId} hint={chosen && !shown ? file?.name : imageHint(kind)} />
    </>
  )
}

function imageOf(event: Event, kind: ImageKind): string | undefined {
  const url = kind === 'banner' ? event.event_banner_url : event.event_profile_image_url
  return url ?? undefined
}
