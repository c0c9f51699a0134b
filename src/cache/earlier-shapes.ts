import * as v from 'valibot'
import { event, post } from '../../contract/entities.ts'
import { MAX_VIDEO_BYTES, MAX_VIDEO_SECONDS } from '../../contract/limits.ts'

// What an app from before there were videos has cached opens without a network as before.

export const cachedPost = v.object({
  ...post.entries,
  kind: v.optional(post.entries.kind, 'photo'),
})

export const cachedEvent = v.object({
  ...event.entries,
  allowVideos: v.optional(event.entries.allowVideos, false),
  maxVideoSeconds: v.optional(event.entries.maxVideoSeconds, MAX_VIDEO_SECONDS),
  maxVideoBytes: v.optional(event.entries.maxVideoBytes, MAX_VIDEO_BYTES),
})
