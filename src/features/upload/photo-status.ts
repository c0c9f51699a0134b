import type { Event } from '../../../contract/entities.ts'
import { seesAll } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { isRefusedByOrma } from '../../outbox/queue/photo-actions.ts'
import { NO_NETWORK } from '../../outbox/store/outbox-item.ts'
import { ORMA_GONE, isDeferred, isVideo } from '../../outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import type { ThumbState } from '../../photos/thumb.tsx'

const { upload } = texts

/** What is said of one photo, or of one video. */
export function wordsOf(photo: Pick<OutboxPhoto, 'video'>) {
  return isVideo(photo) ? upload.video : { ...upload, inReview: texts.feed.inReview }
}

/** What stands for a photo without a picture: which one it is of so many, counted from 1. */
export function nthOf(photo: Pick<OutboxPhoto, 'video'>, at: number, all: number): string {
  return isVideo(photo) ? upload.video.nth(at, all) : upload.nth(at, all)
}

/** What is said of a photo that is in this Orma: whether others see it. Undefined where everybody does, or that is not known. */
export function shownTextIn(event: Event | undefined, nowMs: number): string | undefined {
  if (!event || seesAll(event, undefined, nowMs)) return undefined
  return event.guestsSee === 'own' ? upload.forHosts : upload.atReveal
}

interface PhotoStatus {
  label: string
  /** A second, quieter text. */
  detail?: string | null
  mark?: ThumbState
  /** 0 to 1: as confirmed by the server, or made smaller. */
  progress?: number
}

interface StatusOptions {
  /** Its Orma takes no photos, and nobody is to try again. */
  isClosed?: boolean
  /** What is said of one that is in its Orma; absent: everybody sees it. */
  shownText?: string | undefined
}

/** The text of a photo's state, and what is shown over its picture. */
export function photoStatus(
  photo: OutboxPhoto,
  { isClosed = false, shownText = upload.shown }: StatusOptions = {},
): PhotoStatus {
  if (photo.isUnwanted) return { label: upload.discarding, mark: 'waiting' }
  switch (photo.state) {
    case 'draft':
      return { label: unsentWord(photo) }
    case 'waiting':
      return waitingStatus(photo)
    case 'sending':
      // Between tries nothing is on its way.
      return photo.reasonCode === NO_NETWORK ? waitingStatus(photo) : sendingStatus(photo)
    case 'processing':
      return { label: upload.uploaded, detail: upload.processing, mark: 'processing' }
    case 'done':
      return doneStatus(photo, shownText)
    case 'refused':
      return refusedStatus(photo, isClosed)
  }
}

function waitingStatus(photo: OutboxPhoto): PhotoStatus {
  const label = unsentWord(photo)
  if (!isDeferred(photo, Date.now()))
    return { label, detail: waitingReason(photo), mark: 'waiting' }
  const { makingSmaller } = upload
  if (!photo.shrunk) return { label, detail: makingSmaller, mark: 'waiting' }
  const { shrunk: progress } = photo
  const detail = `${makingSmaller}, ${upload.percent(Math.floor(progress * 100))}`
  return { label, detail, mark: 'uploading', progress }
}

/** Says of a photo that is to be sent that it was not, and whether it is stored on this phone. */
function unsentWord(photo: OutboxPhoto): string {
  return photo.isInMemory ? wordsOf(photo).notSaved : upload.notSentYet
}

/** Says whether the photo is stored on this phone. */
function keptWord(photo: OutboxPhoto): string {
  return photo.isInMemory ? wordsOf(photo).notSaved : upload.savedOnPhone
}

function sendingStatus({ offset, size }: OutboxPhoto): PhotoStatus {
  const label = upload.uploading
  if (offset === 0) return { label, mark: 'processing' }
  const progress = offset / size
  const detail = upload.percent(Math.floor(progress * 100))
  return { label, detail, mark: 'uploading', progress }
}

/** The specified text for refusals that have one; for others a failed upload, with the reason below it. */
function refusedStatus(photo: OutboxPhoto, isClosed: boolean): PhotoStatus {
  const { reason, reasonCode } = photo
  if (isRefusedByOrma(photo)) {
    const isGone = reasonCode === ORMA_GONE
    // The screen says it once for all.
    if (isGone && isClosed) return { label: keptWord(photo) }
    const label = isGone ? upload.ormaGone : texts.event.uploadsClosed
    return { label, detail: keptWord(photo), mark: 'failed' }
  }
  const isFinal = isClosed || (isVideo(photo) && isUnusable(photo))
  const failed = isFinal ? wordsOf(photo).notUploaded : upload.failed
  const ownWord = ownWordOf(photo)
  const said = ownWord ? { label: ownWord } : { label: failed, detail: reason }
  return { ...said, mark: 'failed' }
}

/** The words for refusals with a specified text, or whose reason is not about uploading. */
function ownWordOf(photo: OutboxPhoto): string | undefined {
  const words = wordsOf(photo)
  switch (photo.reasonCode ?? '') {
    case 'limit_reached':
      return upload.limitReached
    case 'processing_failed':
      return words.processingFailed
    case 'bytes_missing':
      return words.notSaved
    case 'damaged_image':
    case 'damaged_video':
      return words.damaged
    case 'unsupported_image':
      // The organiser has turned videos off meanwhile.
      return isVideo(photo) ? upload.video.notTaken : words.notAnImage
    default:
      return undefined
  }
}

/** The server's reason. A browser's message about the network is not for people to read. */
function waitingReason({ reason, reasonCode, attempts }: OutboxPhoto): string | null {
  return attempts > 0 && reasonCode !== NO_NETWORK ? reason : null
}

function doneStatus(photo: OutboxPhoto, shownText: string): PhotoStatus {
  switch (photo.postStatus) {
    case 'COMPLETED':
      return { label: upload.uploaded, detail: shownText, mark: 'done' }
    case 'FAILEDBYNUDITY':
      return { label: upload.uploaded, detail: wordsOf(photo).inReview, mark: 'flagged' }
    case 'GONE':
      return { label: wordsOf(photo).gone }
    // The server is still processing it, but its state is not asked for any more.
    case 'READYFORPROCESSING':
    case 'FAILEDPROCESSING':
    case null:
      return { label: upload.uploaded, detail: upload.onServer, mark: 'done' }
  }
}

/** Whether the file is not a photo or video that this server takes, so that sending it again is useless. */
export function isUnusable(photo: Pick<OutboxPhoto, 'reasonCode' | 'video'>): boolean {
  // Its Orma may come to take videos again.
  if (isVideo(photo) && photo.reasonCode === 'unsupported_image') return false
  return UNUSABLE.includes(photo.reasonCode)
}

const UNUSABLE: readonly (string | null)[] = [
  'damaged_image',
  'too_many_pixels',
  'unsupported_image',
  'too_large',
  'damaged_video',
  'unsupported_video',
  'video_too_long',
]
