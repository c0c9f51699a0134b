import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/sql.ts'
import type { Log } from '../log.ts'
import type { SignedMedia } from '../posts/post-media.ts'
import type { VideoLimits } from './event-wire.ts'
import type { EventAccess } from './require-event.ts'

/** What calls and jobs work with; each names what it takes of it. */
export interface Parts {
  db: Database
  blobs: BlobStore
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  access: EventAccess
  signedMedia: SignedMedia
  videoLimits: VideoLimits
  /** Aborted when the server begins to stop. */
  stopping: AbortSignal
}
