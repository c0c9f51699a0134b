import type { Event, Post } from '../../contract/entities.ts'
import type { ApiClient, Person } from './api-client.ts'
import { makePhoto } from './photos.ts'

let photo: Promise<Buffer> | undefined

/** Puts posts with real pictures into an Orma; gives them, the first one oldest. */
export async function addPosts(
  client: ApiClient,
  event: Event,
  author: Person,
  count: number,
): Promise<Post[]> {
  photo ??= makePhoto({ width: 640, height: 480 })
  const posts: Post[] = []
  for (let at = 0; at < count; at += 1) {
    posts.push(await client.addPhoto(event, author, await photo))
  }
  return posts
}
