import { HardDrive } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import type { Event } from '../../../contract/entities.ts'
import { storageStage } from '../../../contract/storage-stage.ts'
import { texts } from '../../../contract/texts.ts'
import { isOrganiser } from '../../../contract/rules.ts'
import { useSession } from '../../session/use-session.ts'
import { byteText } from '../../ui/notices/byte-text.ts'
import { everyCreatorQuery } from './creator-query.ts'
import styles from './paused-notice.module.css'

/** Tells an Orma's organisers, and nobody else, that its room for photos is nearly full, or full. */
export function StorageNotice({ event }: { event: Event }) {
  const { user } = useSession()
  const stage = storageStage(event)
  const { data } = useQuery({ ...everyCreatorQuery(), enabled: stage !== undefined })
  // Who organised the Orma when it was cached may have signed out.
  if (!stage || !isOrganiser(event, user?.id)) return null
  const { storageBytes = 0, storageLimit } = event
  const words =
    stage === 'full'
      ? texts.storage.full(byteText(storageBytes), data?.contact)
      : texts.storage.near(byteText(storageBytes), byteText(storageLimit ?? 0), data?.contact)
  return (
    <div className={styles.root}>
      <HardDrive aria-hidden />
      <p>{texts.withVideos(event.allowVideos, words)}</p>
    </div>
  )
}
