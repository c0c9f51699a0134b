import { HttpError } from '../http/http-error.ts'

/** Work on an upload. It ends soon once `stop` is aborted, with what it has by then. */
type Work<T> = (stop: AbortSignal) => Promise<T>

export type UploadLocks = ReturnType<typeof createUploadLocks>

/**
 * Lets one request at a time work on an upload in this process. Requests in different processes cannot mix their bytes either: a
 * piece counts only where it continues what is stored.
 */
export function createUploadLocks() {
  const running = new Map<string, { stop: () => void; ended: Promise<void> }>()
  let isClosed = false

  function start<T>(upload_id: string, work: Work<T>): Promise<T> {
    const stop = new AbortController()
    if (isClosed) stop.abort()
    const result = work(stop.signal)
    const forget = () => void running.delete(upload_id)
    running.set(upload_id, { stop: () => stop.abort(), ended: result.then(forget, forget) })
    return result
  }

  return {
    /** Works alone. Rejects with 409 where another is at work. */
    async take<T>(upload_id: string, work: Work<T>): Promise<T> {
      if (running.has(upload_id)) {
        throw new HttpError('upload_busy')
      }
      return start(upload_id, work)
    },

    /** Stops the request at work, then works alone: a sender's earlier request is dead, even if its line has not noticed. */
    async takeOver<T>(upload_id: string, work: Work<T>): Promise<T> {
      for (let other = running.get(upload_id); other; other = running.get(upload_id)) {
        other.stop()
        await other.ended
      }
      return start(upload_id, work)
    },

    /** Stops who is at work; resolves when all have ended. */
    async close(): Promise<void> {
      isClosed = true
      const others = [...running.values()]
      for (const { stop } of others) stop()
      await Promise.all(others.map(({ ended }) => ended))
    },
  }
}
