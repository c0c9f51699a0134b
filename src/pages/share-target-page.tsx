import { useEffect, useEffectEvent, useState } from 'react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { SHARE } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { NO_ORMA } from '../outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../outbox/store/outbox-photo.ts'
import { OrmaChoice, useKnownOrmas } from '../features/share-target/orma-choice.tsx'
import type { ShareSearch } from '../features/share-target/share-search.ts'
import { DraftGrid } from '../features/upload/draft-grid.tsx'
import { namingFiles } from '../features/upload/photo-choice.ts'
import { countOf } from '../outbox/page/count-of.ts'
import { useUploads } from '../outbox/page/use-uploads.ts'
import { useSession } from '../session/use-session.ts'
import { announceUploads } from '../outbox/queue/announce.ts'
import { persistStorage } from '../outbox/page/page-outboxes.ts'
import { giveOrma } from '../outbox/queue/photo-actions.ts'
import { outbox } from '../outbox/store/outbox.ts'
import { showAlert } from '../ui/dialogs/alerts.tsx'
import { HomeLink } from '../shell/not-found-screen.tsx'
import { buttonClass } from '../ui/buttons/button.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { Message } from '../ui/notices/message.tsx'
import shareTargetStyles from '../features/share-target/share-target.module.css'

const route = getRouteApi(SHARE.path)

export function ShareTargetPage() {
  const { lost, foreign: named }: ShareSearch = route.useSearch()
  const [foreign] = useState(named)
  const navigate = useNavigate()
  const { user } = useSession()
  const { photos, isLoaded, others } = useUploads(NO_ORMA)
  const ormas = useKnownOrmas()
  useDocumentTitle(texts.upload.shareTitle)
  useEffect(() => {
    if (lost !== undefined) showAlert(texts.upload.notSaved)
  }, [lost])
  const nameForeign = useEffectEvent((names: string[]) => {
    const files = names.map((name) => ({ name }))
    showAlert(namingFiles(files, texts.upload.notAnImage))
    // Said once: not again after a reload.
    const search: ShareSearch = lost === undefined ? {} : { lost }
    void navigate({ to: SHARE.path, search, replace: true })
  })
  useEffect(() => {
    if (foreign) nameForeign(foreign)
  }, [foreign])
  const hasShared = photos.length > 0
  useEffect(() => {
    if (hasShared) void persistStorage().catch(() => undefined)
  }, [hasShared])

  const choose = async (event_hash: string) => {
    await giveOrma(outbox, event_hash, user?.id)
    announceUploads()
    await navigate({ to: '/$event_hash/upload', params: { event_hash }, replace: true })
  }
  if (isLoaded && photos.length === 0) {
    return (
      <main>
        {lost === undefined && !foreign && others.length > 0 ? (
          <OthersWaiting others={others} />
        ) : (
          <Message drawing="frames" title action={<HomeLink />}>
            {lost === undefined ? texts.upload.shareEmpty : texts.upload.notSaved}
          </Message>
        )}
      </main>
    )
  }
  return (
    <main className="page up">
      <h1>{texts.upload.shareTitle}</h1>
      <div className={shareTargetStyles.strip}>
        <DraftGrid drafts={photos} saving={0} />
      </div>
      <OrmaChoice
        ormas={ormas}
        photoCount={photos.length}
        onChoose={(hash) => void choose(hash).catch(sayFailed)}
      />
    </main>
  )
}

/** A full device cannot note which Orma they are for: they stay. */
function sayFailed(error: unknown): void {
  console.error(error)
  showAlert(texts.upload.failed)
}

/** The worker stored them for whom this phone remembered, whose session turned out to have ended. */
function OthersWaiting({ others }: { others: readonly OutboxPhoto[] }) {
  const { status } = useSession()
  const login = (
    <Link to="/login" state={{ wanted: SHARE.path }} className={buttonClass('filled')}>
      {texts.common.login}
    </Link>
  )
  return (
    <Message
      drawing="frames"
      title
      detail={texts.upload.sameUserOnly(others.length)}
      action={status === 'signed-in' ? <HomeLink /> : login}
    >
      {texts.offline.waiting(countOf(others))}
    </Message>
  )
}
