import { useState } from 'react'
import { Link, useNavigate } from '@tanstack/react-router'
import { groupBy } from '../../contract/group-by.ts'
import { texts } from '../../contract/texts.ts'
import { CachedSpace } from '../features/settings/cached-space.tsx'
import { ForgetAll } from '../features/settings/forget-all.tsx'
import { QueueItem } from '../features/upload/queue-item.tsx'
import { nthOf } from '../features/upload/photo-status.ts'
import { TryNow } from '../features/upload/upload-queue.tsx'
import { countOf } from '../outbox/page/count-of.ts'
import { useUploads } from '../outbox/page/use-uploads.ts'
import { NO_ORMA } from '../outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../outbox/store/outbox-photo.ts'
import { useSession } from '../session/use-session.ts'
import { buttonClass } from '../ui/buttons/button.tsx'
import { Choice } from '../ui/buttons/choice.tsx'
import { QuietBar } from '../ui/notices/quiet-bar.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { savedTheme, setTheme } from '../ui/style/theme.ts'
import type { Theme } from '../ui/style/theme.ts'
import { AccountActions } from './account-actions.tsx'
import styles from '../features/settings/settings.module.css'
import uploadScreenStyles from '../features/upload/upload-screen.module.css'

/** `/settings`. */
export function SettingsPage() {
  useDocumentTitle(texts.settings.title)
  const navigate = useNavigate()
  const { status } = useSession()
  return (
    <main className={`page ${styles.root}`}>
      <h1>{texts.settings.title}</h1>
      <CachedSpace />
      <WaitingUploads />
      <ThemeChoice />
      <Link to="/getapp" className={buttonClass()}>
        {texts.settings.install}
      </Link>
      {status === 'signed-in' && (
        <section className="stack" aria-labelledby="account">
          <h2 id="account">{texts.settings.account}</h2>
          <AccountActions />
        </section>
      )}
      <ForgetAll onForgotten={() => void navigate({ to: '/' })} />
    </main>
  )
}

/** Drafts, photos on their way and refused photos of all Ormas, to be tried again or discarded. */
function WaitingUploads() {
  const uploads = useUploads()
  const { status } = useSession()
  const { photos, others } = uploads
  const waiting = photos.filter(({ state }) => state !== 'processing' && state !== 'done')
  return (
    <section className="stack" aria-labelledby="waiting">
      <h2 id="waiting">{texts.settings.waiting}</h2>
      {waiting.length + others.length === 0 && (
        <p className="quiet">{texts.settings.nothingWaits}</p>
      )}
      {status === 'signed-in' && <TryNow uploads={uploads} />}
      {waiting.length > 0 && (
        <ul className={uploadScreenStyles.queue}>
          {waiting.map((photo, at) => (
            <QueueItem key={photo.key} photo={photo} title={nthOf(photo, at + 1, waiting.length)} />
          ))}
        </ul>
      )}
      {[...groupBy(others, ({ eventHash }) => eventHash)].map(([event_hash, ofOrma]) => (
        <OthersWaiting key={event_hash} event_hash={event_hash} photos={ofOrma} />
      ))}
    </section>
  )
}

interface OthersWaitingProps {
  event_hash: string
  photos: readonly OutboxPhoto[]
}

/** What somebody left behind here for an Orma: counted without pictures, which are theirs alone. There they can sign in again. */
function OthersWaiting({ event_hash, photos }: OthersWaitingProps) {
  return (
    <QuietBar
      action={
        event_hash !== NO_ORMA && (
          <Link to="/$event_hash/upload" params={{ event_hash }} className={buttonClass('plain')}>
            {texts.offline.showWaiting}
          </Link>
        )
      }
    >
      {texts.offline.waiting(countOf(photos))}. {texts.upload.sameUserOnly(photos.length)}
    </QuietBar>
  )
}

function ThemeChoice() {
  const [theme, choose] = useState(savedTheme)
  const options = [
    { value: 'system', text: texts.settings.system },
    { value: 'light', text: texts.settings.light },
    { value: 'dark', text: texts.settings.dark },
  ] as const
  const change = (chosen: Theme) => {
    setTheme(chosen)
    choose(chosen)
  }
  return <Choice label={texts.settings.theme} options={options} value={theme} onChange={change} />
}
