import type { Post } from '../../../contract/entities.ts'
import { forPhotos, listPhotos } from '../store/outbox-item.ts'
import type { Outbox } from '../store/outbox.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { isFollowed } from './poll.ts'
import { storedPhoto } from '../send/upload-answer.ts'

/** A post's state from the server, not asked for by the polling; `GONE`: it was deleted. */
export interface PostNews {
  event_hash: string
  id: number
  status: Post['status'] | 'GONE'
}

/**
 * Writes down the state of a photo of this device that was heard otherwise than by polling, which ends with it; also of a flagged
 * one, and that one was deleted. Gives whether there was one; writes nothing where there was not.
 */
export async function endPoll(
  outbox: Outbox,
  { event_hash, id, status }: PostNews,
  now = Date.now(),
): Promise<boolean> {
  // A photo that was shown already can be deleted as well, and one that failed can be made again by the host.
  const isNews = ({ state, postStatus }: OutboxPhoto) => {
    if (status === 'GONE') return postStatus !== 'GONE'
    const isMadeAgain = postStatus === 'FAILEDPROCESSING' && status !== 'FAILEDPROCESSING'
    // The polling has given up.
    const isOpenStill = state === 'done' && postStatus === 'READYFORPROCESSING'
    return isMadeAgain || isOpenStill || isFollowed({ state, postStatus })
  }
  const isMeant = (photo: OutboxPhoto) =>
    photo.eventHash === event_hash && photo.postId === id && isNews(photo)
  const isOpen = status === 'READYFORPROCESSING'
  if (isOpen || !(await listPhotos(outbox)).some(isMeant)) return false
  const ended: Partial<OutboxPhoto> =
    status === 'GONE'
      ? { state: 'done', postStatus: 'GONE', doneAt: now }
      : storedPhoto({ id, status }, now)
  const changed = await outbox.changeAll(forPhotos((photo) => (isMeant(photo) ? ended : undefined)))
  return changed.length > 0
}
