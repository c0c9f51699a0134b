import { getRouteApi } from '@tanstack/react-router'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { CommentRow } from '../features/comments/comment-row.tsx'
import { AppHeader } from '../features/header/app-header.tsx'
import { PostArticle } from '../features/post/post-card.tsx'
import { useSampleLike } from '../features/sample/sample-likes.ts'
import type { SampleOrma } from '../features/sample/sample-orma.ts'
import { postName } from '../photos/post-name.ts'
import { NothingHere } from '../shell/not-found-screen.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { QuietBar } from '../ui/notices/quiet-bar.tsx'
import commentStyles from '../features/comments/comment-list.module.css'
import styles from '../features/post/post-card.module.css'

const route = getRouteApi('/sample/post/$id')

/** `/sample/post/{id}`: a photo of the sample and those after it. */
export function SamplePostPage() {
  const { id } = route.useParams()
  const { event, posts: all }: SampleOrma = route.useLoaderData()
  useDocumentTitle(event.name)
  const at = all.findIndex((post) => String(post.id) === id)
  const posts = all.slice(at)
  const [first] = posts
  if (at < 0 || !first) return <NothingHere />
  return (
    <div className="night">
      <AppHeader over="night" title={event.name} />
      <main id="main" className={styles.page}>
        <h1 className="visually-hidden">{postName(first)}</h1>
        <QuietBar>{texts.sample.note}</QuietBar>
        {posts.map((post) => (
          <SamplePost key={post.id} post={post} isFirst={post === first} />
        ))}
      </main>
    </div>
  )
}

function SamplePost({ post, isFirst }: { post: Post; isFirst: boolean }) {
  const { shown, ...like } = useSampleLike(post)
  return (
    <PostArticle
      post={shown}
      event={undefined}
      isFirst={isFirst}
      hasWords
      isSample
      like={like}
      comments={<SampleComments post={shown} />}
      review={null}
      onDeleted={nothing}
    />
  )
}

/** What others wrote, to be read alone. */
function SampleComments({ post }: { post: Post }) {
  return (
    <ul className={commentStyles.list}>
      {post.Comments.map((comment) => (
        <CommentRow
          key={comment.id}
          comment={comment}
          post={post}
          event={undefined}
          open={undefined}
          onOpen={nothing}
        />
      ))}
    </ul>
  )
}

/** Nobody edits or deletes anything here. */
async function nothing() {}
