import { expect, it } from 'vitest'
import * as limits from '../../contract/limits.ts'

/** The business constants as they are specified. That the product keeps to them is held where they take effect. */
const SPECIFIED: [what: string, specified: unknown, limit: unknown][] = [
  ['digits of a code', 4, limits.CODE_LENGTH],
  ['minutes that a code is valid', 5, limits.CODE_EXPIRY_MS / 60_000],
  ['digits of a phone number at most', 15, limits.PHONE_DIGITS_MAX],
  ['default country', 'US', limits.DEFAULT_COUNTRY],
  ['days that the token cookie lives', 30, limits.TOKEN_LIFETIME_SECONDS / 86_400],
  ['name of the cookie', 'token', limits.TOKEN_COOKIE],
  ['photos at once', 4, limits.PHOTOS_PER_CHOICE],
  ['megabytes of an image of an Orma', 5, limits.EVENT_IMAGE_MAX_BYTES / 1024 / 1024],
  ['characters of a comment', 200, limits.COMMENT_MAX],
  ['first page of a feed', 1, limits.FIRST_PAGE],
  ['pixels before the end at which more is loaded', 500, limits.LOAD_MORE_MARGIN_PX],
  ['milliseconds between polls', 10_000, limits.POLL_INTERVAL_MS],
  ['polls at most', 5, limits.POLL_ATTEMPTS],
  ['hours that an Orma takes photos', 1500, limits.UPLOAD_WINDOW_HOURS],
  ['milliseconds of the heart', 700, limits.HEART_ANIMATION_MS],
  ['milliseconds until the menu is done', 700, limits.MENU_DONE_MS],
  ['photos in a view of the slideshow', 2, limits.SLIDESHOW.photosPerView],
  ['milliseconds of a cycle of the slideshow', 4_000, limits.SLIDESHOW.cycleMs],
  ['milliseconds of fading out', 1_000, limits.SLIDESHOW.fadeOutMs],
  ['milliseconds of fading in', 1_500, limits.SLIDESHOW.fadeInMs],
  ['milliseconds between refreshes of the slideshow', 120_000, limits.SLIDESHOW.refreshMs],
  ['pixels of the QR code of the slideshow', 200, limits.SLIDESHOW.qrPx],
  ['pixels of the QR code to share', 150, limits.SHARE_QR_PX],
]

// Specification: 9.1
it.each(SPECIFIED)('the limits have the specified %s: %j', (_what, specified, limit) => {
  expect(limit).toBe(specified)
})
