import type { Post } from '../../contract/entities.ts'
import { answers, deleteBelow, listIds } from './cache-database.ts'
import { forgetPhotosBut, mediaOf } from './cached-pictures.ts'
import { forgetPosts, readPosts } from './cached-posts.ts'

/** What the server makes of all posts of an Orma. */
export const MADE_OF_ALL = ['timeslots', 'timeslot', 'highlights', 'highlight', 'film'] as const

/**
 * Forgets what this device has cached of an Orma's posts, but a user's own (undefined: of nobody): the Orma does not show them others',
 * or not any more.
 */
export async function forgetOthers(event_hash: string, userId: number | undefined): Promise<void> {
  const ids = await listIds(event_hash)
  const isOwn = ({ User }: Post) => User.id === userId
  const own = (await readPosts(event_hash, ids)).filter(isOwn)
  const kept = new Set(own.map(({ id }) => id))
  const others = ids.filter((id) => !kept.has(id))
  await forgetPosts(event_hash, others)
  for (const part of MADE_OF_ALL) await deleteBelow(answers, 'events', event_hash, part)
  await forgetPhotosBut(event_hash, own.flatMap(mediaOf))
}
