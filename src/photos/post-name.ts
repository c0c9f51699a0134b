import type { Post } from '../../contract/entities.ts'
import { common } from '../../contract/texts/app-texts.ts'
import { feed } from '../../contract/texts/event-texts.ts'

/** What a screen reader calls the picture of a post: whose it is, and of a video its length. */
export function postName(post: Pick<Post, 'kind' | 'duration' | 'User'>): string {
  const name = post.User.name ?? common.anonymous
  if (post.kind !== 'video') return feed.photoBy(name)
  return [feed.videoBy(name), lengthOf(post)].filter(Boolean).join(', ')
}

/** How long a video is, as `0:12`; undefined for a photo, and for a video that was not processed. */
export function lengthOf({ duration }: Pick<Post, 'duration'>): string | undefined {
  return duration === undefined ? undefined : lengthText(duration)
}

/** Seconds as `m:ss`; those of a moment are not 0:00. */
export function lengthText(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
