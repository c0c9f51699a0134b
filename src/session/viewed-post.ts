import { tabStorage } from './device-storage.ts'

const KEY = 'post-viewed'

/** Notes the post that was looked at last on a post's page: the way back leads to it. */
export function noteViewed(post_id: number): void {
  tabStorage.setItem(KEY, String(post_id))
}

export function lastViewed(): number | undefined {
  const post_id = Number(tabStorage.getItem(KEY))
  return post_id > 0 ? post_id : undefined
}
