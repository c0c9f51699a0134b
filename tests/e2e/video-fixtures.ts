import type { Locator, Page } from '@playwright/test'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'

/** The tile of a post in whatever grid is shown. */
export const tileOf = (page: Page, post: Post | undefined): Locator =>
  page.locator(`li[data-post="${post?.id}"]`)

/** The place of a post's picture on its page. */
export const pictureOf = (page: Page, post: Post | undefined): Locator =>
  page.locator(`article[data-post="${post?.id}"] .post-card-photo`)

export const playButton = (place: Locator): Locator =>
  place.getByRole('button', { name: texts.video.play })

/** Of a video in a page: how it plays. */
export function stateOf(video: Locator) {
  return video.evaluate((element) => {
    const { paused, muted, currentTime, controls } = element as HTMLVideoElement
    return { isPlaying: !paused && currentTime > 0, muted, controls }
  })
}

/** The addresses of videos that a page asks for, from now on. */
export function watchVideoCalls(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/video.mp4')) asked.push(new URL(request.url()).pathname)
  })
  return asked
}
