import { PATIENCE_MS, isSilence, isSilent } from '../api/contact.ts'

/** Asks the server; where it is silent or slow, gives what is cached instead, if anything is. */
export async function askOrCached<T>(
  ask: () => Promise<T>,
  readCached: () => Promise<T | undefined>,
): Promise<T> {
  const asked = ask()
  let giveUp: () => void = () => undefined
  const silence = new Promise<void>((resolve) => {
    giveUp = resolve
  })
  const timer = setTimeout(giveUp, isSilent() || !navigator.onLine ? 0 : PATIENCE_MS)
  const instead = silence.then(readCached).then((cached) => cached ?? asked)
  const heard = asked.catch((error: unknown) => {
    if (!isSilence(error)) throw error
    giveUp()
    return instead
  })
  return Promise.race([heard, instead]).finally(() => clearTimeout(timer))
}
