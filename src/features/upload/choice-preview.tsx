import { useEffect } from 'react'
import type { DragEvent } from 'react'
import { texts } from '../../../contract/texts.ts'
import { isVideo } from '../../outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { deviceZone } from '../../outbox/store/queue-photo.ts'
import { discardShown } from '../../outbox/page/discard.ts'
import type { Uploads } from '../../outbox/page/use-uploads.ts'
import { AlertDialog } from '../../ui/dialogs/alert-dialog.tsx'
import { whenIdle } from '../../ui/layout/when-idle.ts'
import { QuietBar } from '../../ui/notices/quiet-bar.tsx'
import { Drawing } from '../../ui/notices/drawing.tsx'
import { Status } from '../../ui/notices/status.tsx'
import { ChooseButton } from './choose-button.tsx'
import { DraftGrid, FEW_MAX } from './draft-grid.tsx'
import { useLost } from './lost-choices.ts'
import { roomBeside, takesFour } from './photo-choice.ts'
import type { ChoiceSize } from './photo-choice.ts'
import { SmallerPhotos } from './smaller-photos.tsx'
import { LeavingButton } from './upload-queue.tsx'
import type { Choosing } from './use-choosing.ts'
import type { Duplicate } from './use-duplicates.ts'
import { useDuplicates } from './use-duplicates.ts'
import { useUploadNow } from './use-upload-now.ts'
import styles from './upload-screen.module.css'

interface ChoicePreviewProps {
  event_hash: string
  uploads: Uploads
  drafts: readonly OutboxPhoto[]
  choosing: Choosing
  size: Required<ChoiceSize>
  /** More are on their way than the server takes in at a time. */
  isCrowded: boolean
  takesVideos: boolean
  /** Opens the login, which leads back here. */
  onLogin: () => void
}

/** The drafts, with the buttons to choose more and to send them. Photos can be dropped on it. */
export function ChoicePreview({
  event_hash,
  uploads,
  drafts,
  choosing,
  ...props
}: ChoicePreviewProps) {
  const { size, isCrowded, takesVideos, onLogin } = props
  const { saving } = choosing
  const { lost, settle } = useLost(event_hash)
  const choose = (files: File[]) => void choosing.choose(files).then(settle)
  const { upload, mustVerify, verifyText } = useUploadNow(event_hash)
  const duplicates = useDuplicates(event_hash, uploads.photos, saving > 0)
  useEffect(() => whenIdle(deviceZone), [])
  const chosen = drafts.length + saving
  const more = roomBeside(chosen, size)
  const onPhone = uploads.counts.waiting + uploads.counts.sending
  const isFour = takesFour(size.perChoice)
  const moreText = isFour
    ? texts.upload.addFour(onPhone, more)
    : texts.withVideos(takesVideos, texts.upload.addMore)
  // Below many it would not be seen before they are sent.
  const doubles = (
    <>
      <Status className={styles.duplicates}>
        {duplicates.size > 0 && doublesText([...duplicates.values()], drafts)}
      </Status>
      {/* Whoever chooses a hundred again has as many. */}
      {duplicates.size > FEW_MAX && (
        <LeavingButton onClick={() => void takeOut(drafts, duplicates)}>
          {texts.upload.takeOut(duplicates.size)}
        </LeavingButton>
      )}
    </>
  )
  const isEmpty = uploads.isLoaded && saving + uploads.photos.length === 0
  return (
    <section
      className={isEmpty ? `${styles.choose} ${styles.empty}` : styles.choose}
      aria-label={texts.upload.draft}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => takeDropped(event, choose)}
    >
      {isEmpty && <Drawing name="frames" />}
      <Status>
        {lost > 0 && (
          <QuietBar
            action={
              <LeavingButton onClick={() => settle(Infinity)}>{texts.common.confirm}</LeavingButton>
            }
          >
            {texts.withVideos(takesVideos, texts.upload.lost(lost))}
          </QuietBar>
        )}
      </Status>
      <Status className={chosen > FEW_MAX ? 'quiet small' : 'visually-hidden'}>
        {saving > FEW_MAX && texts.upload.savingMany(saving)}
        {drafts.length > 0 && saving === 0 && `${texts.upload.draft}: ${drafts.length}`}
      </Status>
      {chosen > FEW_MAX && doubles}
      {chosen > 0 && <DraftGrid drafts={drafts} saving={saving} duplicates={duplicates} />}
      {chosen <= FEW_MAX && doubles}
      {chosen > 0 && <SmallerPhotos drafts={drafts} sent={uploads.safe} />}
      {chosen > 0 && (
        <LeavingButton
          kind="filled"
          className={chosen > FEW_MAX ? styles.stays : undefined}
          busy={saving > 0}
          onClick={upload}
        >
          {texts.upload.uploadNow}
        </LeavingButton>
      )}
      <Status className="quiet small">
        {onPhone > 0 && !isFour && texts.upload.safeHere(onPhone)}
      </Status>
      {more > 0 && (
        <ChooseButton
          event_hash={event_hash}
          isMain={chosen === 0}
          moreText={onPhone > 0 ? moreText : undefined}
          takesVideos={takesVideos}
          onFiles={choose}
        />
      )}
      {/* More than that come from a gallery's share, and go up together. */}
      {chosen <= size.perChoice && <p className="quiet small">{hintOf(size, takesVideos)}</p>}
      {isCrowded && <p className="quiet small">{texts.upload.manyOnTheirWay}</p>}
      <AlertDialog
        open={mustVerify}
        text={verifyText}
        closeLabel={texts.common.confirm}
        onClose={onLogin}
      />
    </section>
  )
}

/** How many photos may be chosen: at a time, or at all where the limit of the Orma or of its guest is near. */
function hintOf({ perChoice, room }: Required<ChoiceSize>, takesVideos: boolean): string {
  const { hint, hintMany, limitReached, roomLeft } = texts.upload
  if (takesFour(perChoice)) return hint
  if (room <= 0) return limitReached
  return texts.withVideos(takesVideos, room < perChoice ? roomLeft(room) : hintMany(perChoice))
}

/** Where none of them is known to be in the Orma, nobody is told that it is. */
function doublesText(duplicates: readonly Duplicate[], drafts: readonly OutboxPhoto[]): string {
  const { upload } = texts
  const words = duplicates.includes('known') ? upload.doubles : upload.doublesChosen
  return words(duplicates.length, drafts.length, drafts.some(isVideo))
}

async function takeOut(
  drafts: readonly OutboxPhoto[],
  duplicates: ReadonlyMap<string, Duplicate>,
): Promise<void> {
  for (const draft of drafts) if (duplicates.has(draft.key)) await discardShown(draft)
}

function takeDropped(event: DragEvent, take: (files: File[]) => void) {
  // A file input handles drops itself.
  if (event.target instanceof HTMLInputElement) return
  event.preventDefault()
  const files = [...event.dataTransfer.files]
  if (files.length > 0) take(files)
}
