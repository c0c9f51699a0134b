import { PATIENCE_MS, isSilence, isSilent } from '../api/contact.ts'

/**
 * Asks the server; where it is silent or slow, gives what is cached instead, if anything is. That nothing may be shown, for which
 * `readCached` rejects, is said only where it is silent.
 */
export async function askOrCached<T>(
  ask: () => Promise<T>,
  readCached: () => Promise<T | undefined>,
): Promise<T> {
  const asked = ask()
  let giveUp: () => void = () => undefined
  const silence = new Promise<void>((resolve) => {
    giveUp = resolve
  })
  const isKnownSilent = isSilent() || !navigator.onLine
  const timer = setTimeout(giveUp, isKnownSilent ? 0 : PATIENCE_MS)
  const instead = silence.then(readCached).then((cached) => cached ?? asked)
  const heard = asked.catch((error: unknown) => {
    if (!isSilence(error)) throw error
    giveUp()
    return instead
  })
  // A refusal from here would have the late answer dropped, which then has everything refused asked for again.
  const shown = isKnownSilent ? instead : instead.catch(() => heard)
  return Promise.race([heard, shown]).finally(() => clearTimeout(timer))
}
