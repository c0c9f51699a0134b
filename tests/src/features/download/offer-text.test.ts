import { expect, it } from 'vitest'
import { KEPT_VIDEO_BYTES } from '../../../../contract/limits.ts'
import { offerText } from '../../../../src/features/download/offer-text.ts'
import { byteText } from '../../../../src/ui/notices/byte-text.ts'

const MB = 1024 * 1024
const most = byteText(KEPT_VIDEO_BYTES)
const size = { photoBytes: MB, seen: 10, videos: 0, videoBytes: 0 }

it('an Orma without videos is offered as so many photos', () => {
  expect(offerText(40, size)).toBe(
    `40 photos, about ${byteText(40 * MB)}. All of it opens without a connection then.`,
  )
})

it('videos are counted where all posts were seen', () => {
  expect(offerText(10, { ...size, videos: 3, videoBytes: 10 * MB })).toBe(
    `7 photos and 3 videos, about ${byteText(40 * MB)}. All of it opens without a connection then; of the videos the newest, up to ${most}.`,
  )
})

it('of a large Orma nobody knows how many are videos', () => {
  expect(offerText(100, { ...size, videos: 5, videoBytes: 2 * MB })).toMatch(
    `100 posts, about ${byteText(200 * MB)}.`,
  )
})

it('videos take no more than they may', () => {
  expect(offerText(10, { ...size, videos: 9, videoBytes: KEPT_VIDEO_BYTES })).toContain(
    `1 photo and 9 videos, about ${byteText(10 * MB + KEPT_VIDEO_BYTES)}.`,
  )
})
