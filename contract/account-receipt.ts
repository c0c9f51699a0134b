import * as v from 'valibot'
import type { InferOutput } from 'valibot'
import { count } from './entities.ts'

/** What went with an account, each by its number, and what stays. */
export const accountReceipt = v.object({
  deleted: v.object({
    posts: count,
    comments: count,
    likes: count,
    /** Sign-ins, on all devices. */
    sessions: count,
    /** Ormas in the list of visited ones. */
    visits: count,
    /** Photos that had not come in whole. */
    uploads: count,
    /** Files in storage. */
    files: count,
  }),
  /** Posts that stay, under 'Deleted user'. */
  kept: v.object({ posts: count }),
})
export type AccountReceipt = InferOutput<typeof accountReceipt>
