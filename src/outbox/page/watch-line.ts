import { askForNobody } from '../../api/ask-for-nobody.ts'
import { isSilent } from '../../api/contact.ts'
import { NO_NETWORK } from '../store/outbox-item.ts'
import { currentUploads, subscribeToUploads } from './upload-store.ts'

/** So long after a try that failed the server is asked at the earliest, where the next try comes later. */
const ASKED_AFTER_MS = 5000

/**
 * Calls `hurry` when something waits long for the network and the server answers all the same: a page at rest hears nothing, so it
 * asks once after each failed try, half-way through the wait. Where uploads alone do not pass, these tries come ever more seldom
 * too. While the server is silent it is asked anyway. Returns the function that ends it.
 */
export function watchLine(hurry: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let askedAbout: string | undefined

  const onUploads = () => {
    const failed = waitingForLine()
    if (!failed) return
    const { key, attempts, nextAt } = failed
    const tried = `${key} ${attempts}`
    const leftMs = nextAt - Date.now()
    if (tried === askedAbout || leftMs < ASKED_AFTER_MS) return
    askedAbout = tried
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), Math.max(ASKED_AFTER_MS, leftMs / 2))
  }
  const ask = async () => {
    // A page that comes into sight tries by itself.
    if (document.visibilityState !== 'visible' || isSilent() || !waitingForLine()) return
    // Rejects always; that the server was heard is noted.
    await askForNobody().catch(() => undefined)
    if (!isSilent()) hurry()
  }
  const end = subscribeToUploads(onUploads)
  return () => {
    clearTimeout(timer)
    end()
  }
}

/** A photo or change whose last try met silence, before its next one. */
function waitingForLine() {
  const { photos, changes } = currentUploads()
  return [...photos, ...changes].find(
    ({ reasonCode, state, nextAt }) =>
      reasonCode === NO_NETWORK && state === 'waiting' && nextAt > Date.now(),
  )
}
