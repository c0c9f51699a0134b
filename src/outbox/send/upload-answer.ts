import type { api } from '../../../contract/api.ts'
import type { Answer } from '../../../contract/endpoint.ts'
import { POLL_ATTEMPTS, POLL_INTERVAL_MS } from '../../../contract/limits.ts'
import { CHECKSUM_MISMATCH } from '../../../contract/tus-protocol.ts'
import type { Post } from '../../../contract/entities.ts'
import { ApiError } from '../../api/api-error.ts'
import { isSilence } from '../../api/contact.ts'
import { askedWaitMs } from '../queue/waits.ts'
import { CLOSED } from '../store/outbox-item.ts'
import { LIMIT_REACHED } from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import type { UploadBytes } from './upload-bytes.ts'

export type UploadAnswer = Answer<(typeof api)['uploadPhoto']>

/** How far a photo has got. */
export type Progress = Partial<Pick<OutboxPhoto, 'uploadId' | 'offset' | 'mayBeStored'>>

/** A photo or video that is being sent, in the name of the token's user. */
export interface Sending {
  photo: OutboxPhoto
  bytes: UploadBytes
  /** The frame of a video that was drawn when it was chosen, a JPEG; undefined: there is none. */
  readPoster: () => Promise<ArrayBuffer | undefined>
  token: string
  /** Stores the progress for later tries. False: stop sending, as it is not wanted any more, its user signed out, or others go before. */
  note: (progress: Progress) => Promise<boolean>
}

/** Sends a photo, once. Rejects with an ApiError. Undefined: `note` told it to stop. */
export type Send = (sending: Sending) => Promise<UploadAnswer | undefined>

/** What one try to send a photo or a change comes to. */
export type Verdict =
  | { kind: 'stored'; post: Post }
  /** The server has a change. */
  | { kind: 'done' }
  /** Final, unless a person tries again. `reason`: the server's sentence; null: `code` tells. */
  | { kind: 'refused'; reason: string | null; code: string }
  /** Nothing was decided: it is sent again, after a minute at most. `isNetwork`: the server was silent. */
  | {
      kind: 'later'
      reason: string | null
      code: string
      retryAfterMs?: number
      isNetwork: boolean
    }
  /** The post or comment arrived and was deleted, so it is not wanted any more. */
  | { kind: 'deleted' }
  | { kind: 'signed-out' }
  /** Sending was stopped before the server had all of it. */
  | { kind: 'stopped' }

/** Refusals that say nothing about the photo itself. */
const RETRY_STATUSES = new Set([408, 409, 410, 423, 425, 429, CHECKSUM_MISMATCH, 507])

/** Codes of the 410 by which a photo or comment goes: any other is about an upload, which can be begun again. */
const DELETED = new Set(['post_deleted', 'comment_deleted'])

/** The verdict on a successful answer, which may still say that the limit is reached, or have another hash than the photo. */
export function judgeAnswer(photo: OutboxPhoto, { limitReached, post }: UploadAnswer): Verdict {
  if (limitReached) return { kind: 'refused', reason: null, code: LIMIT_REACHED }
  if (!post) return { kind: 'later', reason: null, code: 'unexpected_answer', isNetwork: true }
  if (photo.sha256 !== null && post.sha256 !== photo.sha256) {
    return { kind: 'refused', reason: null, code: 'sha256_mismatch' }
  }
  return { kind: 'stored', post }
}

/** Everything that is not a clear refusal means trying again. */
export function judgeError(error: unknown): Verdict {
  if (!(error instanceof ApiError)) {
    const reason = error instanceof Error ? error.message : null
    return { kind: 'later', reason, code: 'surprise', isNetwork: false }
  }
  const { status, message: reason, code } = error
  const retryAfterMs = askedWaitMs(error)
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
  // Without a code of our server it was refused by something before it: that says nothing of the photo, and its time to wait is none
  // that the server has set.
  if (isSilence(error) || code === 'refused')
    return { kind: 'later', reason, code, isNetwork: true, ...wait }
  if (status === 401) return { kind: 'signed-out' }
  if (DELETED.has(code)) return { kind: 'deleted' }
  if (status >= 500 || RETRY_STATUSES.has(status) || CLOSED.includes(code)) {
    return { kind: 'later', reason, code, isNetwork: false, ...wait }
  }
  return { kind: 'refused', reason, code }
}

/** The change of a photo's record once the server has it, by the state of its post. */
export function storedPhoto(post: Pick<Post, 'id' | 'status'>, now: number): Partial<OutboxPhoto> {
  const stored = {
    postId: post.id,
    postStatus: post.status,
    reason: null,
    reasonCode: null,
    isUnwanted: false,
  }
  switch (post.status) {
    case 'READYFORPROCESSING':
      return {
        ...stored,
        state: 'processing',
        pollsLeft: POLL_ATTEMPTS,
        nextAt: firstPollAt(now),
      }
    case 'FAILEDPROCESSING':
      return {
        ...stored,
        state: 'refused',
        reasonCode: 'processing_failed',
      }
    case 'COMPLETED':
    case 'FAILEDBYNUDITY':
      return { ...stored, state: 'done', doneAt: now }
  }
}

/** Rounded, so that photos sent one after another are asked for in one request. */
function firstPollAt(now: number): number {
  return Math.ceil((now + POLL_INTERVAL_MS / 2) / POLL_INTERVAL_MS) * POLL_INTERVAL_MS
}
