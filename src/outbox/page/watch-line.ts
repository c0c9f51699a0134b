import { askForNobody } from '../../api/ask-for-nobody.ts'
import { isSilent, subscribeToAnswers, subscribeToContact } from '../../api/contact.ts'
import { retryDelayMs } from '../queue/waits.ts'
import { NO_NETWORK, isQueued } from '../store/outbox-item.ts'
import { currentUploads, subscribeToUploads } from './upload-store.ts'

/** So long after a try that failed the server is asked, where the next try comes later. */
const ASKED_AFTER_MS = 5000

/**
 * Calls `hurry` when the server is heard while something waits for the network: the line may be back without the browser having
 * noticed, and the wait have grown. A page at rest hears nothing, so it asks once after each failed try. Where other calls pass
 * and uploads alone do not, these calls come after growing waits too. Returns the function that ends it.
 */
export function watchLine(hurry: () => void): () => void {
  let hurries = 0
  let notBefore = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let askedAbout: string | undefined

  const beginAnew = () => {
    hurries = 0
    notBefore = 0
  }
  const onAnswer = () => {
    if (!waitsForLine(Date.now()) || performance.now() < notBefore) return
    hurries += 1
    notBefore = performance.now() + retryDelayMs(hurries)
    hurry()
  }
  const onUploads = () => {
    const [failed] = failedByLine()
    if (!failed) beginAnew()
    if (!failed || failed.state !== 'waiting') return
    const { key, attempts, nextAt } = failed
    const tried = `${key} ${attempts}`
    if (tried === askedAbout || nextAt - Date.now() < ASKED_AFTER_MS) return
    askedAbout = tried
    clearTimeout(timer)
    timer = setTimeout(ask, ASKED_AFTER_MS)
  }
  const ask = () => {
    // While the server is silent it is asked anyway; a page that comes into sight tries by itself.
    const isNeeded = document.visibilityState === 'visible' && !isSilent()
    // Rejects always; that it was heard is noted.
    if (isNeeded && waitsForLine(Date.now())) askForNobody().catch(() => undefined)
  }
  const ends = [
    subscribeToAnswers(onAnswer),
    subscribeToUploads(onUploads),
    subscribeToContact(() => isSilent() && beginAnew()),
  ]
  return () => {
    clearTimeout(timer)
    for (const end of ends) end()
  }
}

/** Photos and changes whose last try met silence. */
function failedByLine() {
  const { photos, changes } = currentUploads()
  return [...photos, ...changes].filter((item) => item.reasonCode === NO_NETWORK && isQueued(item))
}

function waitsForLine(now: number): boolean {
  return failedByLine().some(({ state, nextAt }) => state === 'waiting' && nextAt > now)
}
