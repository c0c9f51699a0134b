import { PATIENCE_MS, isSilence, isSilent } from '../api/contact.ts'

/** Asks the server; gives what is cached here, where there is something, if it cannot be reached or takes too long. */
export async function askOrCached<T>(
  ask: () => Promise<T>,
  readCached: () => Promise<T | undefined>,
): Promise<T> {
  const heard = ask().catch(async (error: unknown) => {
    const cached = isSilence(error) ? await readCached() : undefined
    if (cached === undefined) throw error
    return cached
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, isSilent() || !navigator.onLine ? 0 : PATIENCE_MS)
  })
  const instead = late.then(readCached).then((cached) => cached ?? heard)
  return Promise.race([heard, instead]).finally(() => clearTimeout(timer))
}
