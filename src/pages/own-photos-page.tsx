import { useState } from 'react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { texts } from '../../contract/texts.ts'
import { useTiles } from '../cache/page/use-posts.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { ArchiveDialog } from '../features/archive/archive-dialog.tsx'
import { eventQuery } from '../features/event/event-query.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { OwnPhotoList } from '../features/own-photos/own-photo-list.tsx'
import { DeletePost } from '../features/post/delete-post.tsx'
import { SavePhoto } from '../features/post/save-photo.tsx'
import { WaitingPhotos } from '../features/upload/waiting-photos.tsx'
import { useUploads } from '../outbox/page/use-uploads.ts'
import { isQueued } from '../outbox/store/outbox-item.ts'
import { isStaying } from '../outbox/store/waiting-decisions.ts'
import { useWaitingChanges } from '../outbox/page/use-waiting-changes.ts'
import { useCanUpload } from '../session/use-can-upload.ts'
import { useSession } from '../session/use-session.ts'
import { userPostsQuery } from '../session/user-queries.ts'
import { ListState } from '../shell/list-state.tsx'
import { OfflineAge } from '../shell/offline-age.tsx'
import { Button, buttonClass } from '../ui/buttons/button.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { LoginFirst } from './for-organisers.tsx'
import { useOpenedItem } from './use-opened-item.ts'

const route = getRouteApi('/$event_hash/myphotos')

/** `/{event_hash}/myphotos`. */
export function OwnPhotosPage() {
  const { event_hash } = route.useParams()
  const { data: event } = useQuery(eventQuery(event_hash))
  const { token, user, status } = useSession()
  const canAdd = useCanUpload(event) !== false
  const navigate = useNavigate()
  const hasVideos = event?.allowVideos ?? false
  const title = texts.withVideos(hasVideos, texts.upload.myPhotos)
  useDocumentTitle(title)
  const close = () => void navigate({ to: '/$event_hash', params: { event_hash } })
  return (
    <>
      <AppHeader title={event?.name} onClose={close} />
      <main className="page page-wide">
        <h1 tabIndex={-1}>{title}</h1>
        {status === 'signed-out' && <LoginFirst />}
        {token && (
          <Photos
            event_hash={event_hash}
            canAdd={canAdd}
            hasVideos={hasVideos}
            userId={user.id}
            token={token}
          />
        )}
      </main>
    </>
  )
}

interface PhotosProps {
  event_hash: string
  canAdd: boolean
  hasVideos: boolean
  userId: number
  token: string
}

function Photos({ event_hash, canAdd, hasVideos, userId, token }: PhotosProps) {
  const photos = useInfiniteQuery(userPostsQuery(event_hash, userId, { token, isOwn: true }))
  const queryClient = useQueryClient()
  // Removed at once, without waiting for the list to be asked for again.
  const forget = async () =>
    void queryClient.invalidateQueries({ queryKey: queryKeys.allOwnPosts(event_hash) })
  const [isSaving, setIsSaving] = useState(false)
  const told = useTiles(photos.data)
  const waiting = useWaitingChanges()
  const posts = told.filter((post) => isStaying(post, waiting))
  const unsent = useUploads(event_hash).photos.filter(
    (photo) => isQueued(photo) && !photo.isUnwanted,
  )
  useOpenedItem(posts)
  const add = canAdd && (
    <Link to="/$event_hash/upload" params={{ event_hash }} className={buttonClass('filled')}>
      {hasVideos ? texts.event.uploadAny : texts.event.upload}
    </Link>
  )
  return (
    <>
      <OfflineAge query={photos} />
      {posts.some(({ status }) => status === 'COMPLETED') && (
        <p>
          <Button icon={<FileDown size={18} />} onClick={() => setIsSaving(true)}>
            {texts.withVideos(hasVideos, texts.archive.ownTitle)}
          </Button>
        </p>
      )}
      <ArchiveDialog
        event_hash={event_hash}
        whose="own"
        hasVideos={hasVideos}
        open={isSaving}
        onClose={() => setIsSaving(false)}
      />
      <WaitingPhotos photos={unsent} />
      {posts.length === 0 ? (
        <ListState
          query={photos}
          empty={texts.withVideos(hasVideos, texts.ownPhotos.empty)}
          action={add}
          failed={texts.withVideos(hasVideos, texts.ownPhotos.failed)}
        />
      ) : (
        <OwnPhotoList
          photos={photos}
          posts={posts}
          renderActions={(post) => (
            <>
              <SavePhoto post={post} />
              <DeletePost post={post} onDeleted={forget} />
            </>
          )}
        />
      )}
    </>
  )
}
