import type { Database } from '../db/sql.ts'

/** Between processes of an installation; each message says that its sender has ffmpeg. */
const CHANNEL = 'ffmpeg'
const TOLD_EVERY_MS = 5_000
/** One or two words may be lost. */
const BELIEVED_MS = 3 * TOLD_EVERY_MS

/** Tells all processes again and again that videos can be made here. Returns how to stop. */
export function tellOfFfmpeg(db: Database): () => void {
  if (!db.isShared) return () => undefined
  const tell = () => void db.notify(CHANNEL, 'here').catch(() => undefined)
  tell()
  const timer = setInterval(tell, TOLD_EVERY_MS).unref()
  return () => clearInterval(timer)
}

/** Hears of other processes that can make videos. Until there was time for a word, one is taken to be there. */
export function hearOfFfmpeg(db: Database): { isThere: () => boolean; close: () => void } {
  if (!db.isShared) return { isThere: () => false, close: () => undefined }
  let heardAtMs = performance.now()
  const close = db.listen(CHANNEL, (message) => {
    if (message !== undefined) heardAtMs = performance.now()
  })
  return { isThere: () => performance.now() - heardAtMs < BELIEVED_MS, close }
}
