import { KEPT_VIDEO_BYTES } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import type { SizeOfOrma } from '../../download/download-orma.ts'
import { byteText } from '../../ui/notices/byte-text.ts'

/** What keeping an Orma of so many posts would take, in words. How many of many are videos nobody knows: they are told apart where all were seen. */
export function offerText(posts: number, size: SizeOfOrma): string {
  const { photoBytes, seen, videos, videoBytes } = size
  const ofPictures = posts * photoBytes
  if (videos === 0) return texts.download.offer(posts, byteText(ofPictures))
  const ofVideos = Math.min(KEPT_VIDEO_BYTES, ((posts * videos) / seen) * videoBytes)
  const count = posts <= seen ? { photos: seen - videos, videos } : { posts }
  return texts.download.offerAny(count, byteText(ofPictures + ofVideos), byteText(KEPT_VIDEO_BYTES))
}
