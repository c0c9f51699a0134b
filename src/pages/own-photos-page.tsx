import { useState } from 'react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { api } from '../../contract/api.ts'
import { FIRST_PAGE, PAGE_SIZE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { call } from '../api/call.ts'
import { useTiles } from '../cache/page/use-posts.ts'
import { postStore } from '../cache/post-store.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { ArchiveDialog } from '../features/archive/archive-dialog.tsx'
import { eventQuery } from '../features/event/event-query.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { OwnPhotos } from '../features/own-photos/own-photo-list.tsx'
import { DeletePost } from '../features/post/delete-post.tsx'
import { SavePhoto } from '../features/post/save-photo.tsx'
import type { PostCursor } from '../posts/post-list.ts'
import { useCanUpload } from '../session/use-can-upload.ts'
import { useSession } from '../session/use-session.ts'
import { ListState } from '../shell/list-state.tsx'
import { OfflineAge } from '../shell/offline-age.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { LoginFirst } from './for-owner.tsx'

const route = getRouteApi('/$event_hash/myphotos')

/** `/{event_hash}/myphotos`. */
export function OwnPhotosPage() {
  const { event_hash } = route.useParams()
  const { data: event } = useQuery(eventQuery(event_hash))
  const { token, user, status } = useSession()
  const canAdd = useCanUpload(event) !== false
  const navigate = useNavigate()
  useDocumentTitle(texts.upload.myPhotos)
  const close = () => void navigate({ to: '/$event_hash', params: { event_hash } })
  return (
    <>
      <AppHeader title={event?.name} onClose={close} />
      <main className="page page-wide">
        <h1 tabIndex={-1}>{texts.upload.myPhotos}</h1>
        {status === 'signed-out' && <LoginFirst />}
        {token && <Photos event_hash={event_hash} canAdd={canAdd} userId={user.id} token={token} />}
      </main>
    </>
  )
}

interface PhotosProps {
  event_hash: string
  canAdd: boolean
  userId: number
  token: string
}

function Photos({ event_hash, canAdd, userId, token }: PhotosProps) {
  const photos = useInfiniteQuery(ownPostsQuery(event_hash, userId, token))
  const queryClient = useQueryClient()
  // Removed at once, without waiting for the list to be asked for again.
  const forget = async () =>
    void queryClient.invalidateQueries({ queryKey: queryKeys.allOwnPosts(event_hash) })
  const [isSaving, setIsSaving] = useState(false)
  const posts = useTiles(photos.data)
  const { empty, failed } = texts.ownPhotos
  if (!photos.data) return <ListState query={photos} empty={empty} failed={failed} />
  return (
    <>
      <OfflineAge query={photos} />
      {posts.some(({ status }) => status === 'COMPLETED') && (
        <p>
          <Button icon={<FileDown size={18} />} onClick={() => setIsSaving(true)}>
            {texts.archive.ownTitle}
          </Button>
        </p>
      )}
      <ArchiveDialog
        event_hash={event_hash}
        whose="own"
        open={isSaving}
        onClose={() => setIsSaving(false)}
      />
      <OwnPhotos
        event_hash={event_hash}
        canAdd={canAdd}
        photos={photos}
        posts={posts}
        renderActions={(post) => (
          <>
            <SavePhoto post={post} />
            <DeletePost post={post} onDeleted={forget} />
          </>
        )}
      />
    </>
  )
}

/** A user's own posts of an Orma, newest first. A page that is not full is the last one. */
function ownPostsQuery(event_hash: string, userId: number, token: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.ownPosts(event_hash, userId),
    queryFn: async ({ client, pageParam: { after }, signal }) => {
      const params = { event_hash }
      const { posts } = await call(api.listOwnPosts, { params, query: { after }, token, signal })
      return postStore(client).put(posts)
    },
    initialPageParam: { page: FIRST_PAGE } as PostCursor,
    getNextPageParam: (lastPage, _pages, { page }): PostCursor | undefined =>
      lastPage.length < PAGE_SIZE ? undefined : { page: page + 1, after: lastPage.at(-1) },
  })
}
