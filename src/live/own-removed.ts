import { api } from '../../contract/api.ts'
import { call } from '../api/call.ts'
import { isRefusal } from '../api/contact.ts'
import { allOutboxes } from '../outbox/page/page-outboxes.ts'
import { announceUploads } from '../outbox/queue/announce.ts'
import { endPoll } from '../outbox/queue/poll.ts'
import type { PostNews } from '../outbox/queue/poll.ts'
import { listPhotos } from '../outbox/store/outbox-item.ts'

/** Live news of a photo of this device ends the polling for it. */
export async function endPolls(news: PostNews): Promise<void> {
  for (const outbox of allOutboxes) {
    // With the device's storage in trouble the polling goes on.
    const isEnded = await endPoll(outbox, news).catch(() => false)
    if (isEnded) announceUploads()
  }
}

/** Finds which photos that this user sent from this device were taken out of an Orma while nothing was heard of it. */
export async function endRemoved(
  event_hash: string,
  { userId, token }: { userId: number | undefined; token: string | undefined },
): Promise<void> {
  const lists = await Promise.all(allOutboxes.map((place) => listPhotos(place).catch(() => [])))
  const sent = lists.flat().flatMap(({ eventHash, ownerUserId, postStatus, postId }) => {
    const isTheirs = eventHash === event_hash && ownerUserId === userId
    return isTheirs && postStatus === 'COMPLETED' && postId !== null ? [postId] : []
  })
  if (sent.length === 0) return
  const { ids } = await call(api.listPostIds, { params: { event_hash }, token })
  for (const post_id of sent.filter((each) => !ids.includes(each))) {
    // One that waits for the organisers is not listed either.
    const isGone = await call(api.getPost, { params: { event_hash, post_id }, token }).then(
      () => false,
      (error: unknown) => isRefusal(error, 404),
    )
    if (isGone) await endPolls({ event_hash, id: post_id, status: 'GONE' })
  }
}
