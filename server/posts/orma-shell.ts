import { displayDay } from '../../contract/display-day.ts'
import { escapeHtml } from '../../contract/document.ts'
import { duskColors } from '../../contract/dusk.ts'
import type { Event, Post } from '../../contract/entities.ts'
import { tinyPicture } from './tiny-picture.ts'

/** About what a first screen shows. */
const TILES = 12
const CLEAR_PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/**
 * An Orma's page as it looks before the app has started: banner, name, day, and its newest photos as blurs, in the app's own
 * classes. No styles of its own: the content security policy allows none in HTML.
 */
export function writeOrmaShell(event: Event, posts: readonly Post[]): string {
  const day = displayDay(event.event_date.slice(0, 'YYYY-MM-DD'.length))
  const tiles = posts.slice(0, TILES).map(({ thumbhash }) => {
    const src = tinyPicture(thumbhash)
    return `<span class="th">${src ? `<img data-shown src="${src}" alt="" />` : ''}</span>`
  })
  // An empty place for the picture, so that the name need not move for it.
  const picture = event.event_profile_image_url
    ? `<img class="bn-picture" src="${CLEAR_PIXEL}" alt="" width="64" height="64" />`
    : ''
  return `<main aria-busy="true"><div class="bn">${writeDusk(event.event_hash)}<div class="bn-words">${picture}<div><h1>${escapeHtml(event.name)}</h1>${day}</div></div></div><div class="tb"><div class="tb-link"></div></div><div class="fd"><div class="fd-first">${tiles.join('')}</div></div></main>`
}

/** The banner's evening sky, as its style sheet paints it from colours that cannot stand in HTML. */
function writeDusk(event_hash: string): string {
  const { sky, blend, glow } = duskColors(event_hash)
  return `<svg class="bn-image" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true"><defs><radialGradient id="a" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="translate(.8) scale(.9 1.2)"><stop stop-color="${glow}"/><stop offset=".6" stop-color="${glow}" stop-opacity="0"/></radialGradient><radialGradient id="b" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1.2" gradientTransform="translate(0 1) scale(1.2 1.4)"><stop stop-color="${sky}"/><stop offset=".4583" stop-color="${blend}"/><stop offset="1" stop-color="${glow}"/></radialGradient></defs><rect width="1" height="1" fill="url(#b)"/><rect width="1" height="1" fill="url(#a)"/></svg>`
}
