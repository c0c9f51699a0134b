import { changeCachedOrma, findCachedOrma } from '../cache/cached-ormas.ts'
import { forgetVideos } from '../cache/cached-pictures.ts'
import { isMetered } from '../api/connection.ts'
import { isSilence, isSilent, subscribeToContact } from '../api/contact.ts'
import { downloadOrma } from './download-orma.ts'

/** How the download of an Orma to this device goes. `partial`: an earlier page did not finish it. */
export interface Download {
  state: 'unknown' | 'none' | 'partial' | 'running' | 'paused' | 'failed' | 'done'
  done: number
  all: number
}

const UNKNOWN: Download = { state: 'unknown', done: 0, all: 0 }

const downloads = new Map<string, Download>()
const stops = new Map<string, AbortController>()
const listeners = new Set<() => void>()

export function downloadOf(event_hash: string): Download {
  return downloads.get(event_hash) ?? UNKNOWN
}

export function subscribeToDownloads(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Finds out, once, whether the Orma is downloaded. */
export async function lookAtDownload(event_hash: string): Promise<void> {
  if (downloads.has(event_hash)) return
  const orma = await findCachedOrma(event_hash).catch(() => undefined)
  const state = orma?.isWhole ? 'done' : 'partial'
  note(event_hash, { state: orma?.isWanted ? state : 'none' })
}

/**
 * Begins or resumes a download. It goes on across all pages of the app, until the app is closed, and after a break as soon as the
 * line is back.
 */
export async function startDownload(event_hash: string, token: string | undefined): Promise<void> {
  if (stops.has(event_hash)) return
  const stop = new AbortController()
  const { done: doneBefore } = downloadOf(event_hash)
  stops.set(event_hash, stop)
  note(event_hash, { state: 'running' })
  try {
    const { signal } = stop
    const tell = (done: number, all: number) => note(event_hash, { done, all })
    const isWhole = await downloadOrma({ event_hash, token, signal }, { tell })
    note(event_hash, { state: isWhole ? 'done' : 'partial' })
  } catch (error) {
    // It may have been forgotten meanwhile, or let go in another tab.
    const orma = await findCachedOrma(event_hash).catch(() => ({ isWanted: true }))
    const state = stop.signal.aborted ? 'paused' : orma?.isWanted ? 'failed' : 'none'
    if (downloads.has(event_hash)) note(event_hash, { state })
    // On a full device, or for a picture that is lost, it would fail again each time.
    const wasInVain = !isSilence(error) && downloadOf(event_hash).done <= doneBefore
    if (state === 'failed' && !wasInVain) goOnOnceBack(event_hash, token)
  } finally {
    stops.delete(event_hash)
  }
}

/** Resumes a download that broke off, once, unless the line that is back is metered. */
function goOnOnceBack(event_hash: string, token: string | undefined): void {
  const onBack = () => {
    if (isSilent()) return
    removeEventListener('online', onBack)
    unsubscribe()
    const isBroken = downloadOf(event_hash).state === 'failed'
    if (isBroken && !isMetered()) void startDownload(event_hash, token)
  }
  addEventListener('online', onBack)
  const unsubscribe = subscribeToContact(onBack)
}

/** Lets the pictures on the screen load first, and photos that come together be fetched together. */
const AFTER_MS = 2000

/** Completes a downloaded Orma soon after each `hint`, until `stop`. */
export function createCatchUp(event_hash: string, token: string | undefined) {
  const stop = new AbortController()
  const { signal } = stop
  /** Photos that had no large picture when they were asked for: that they have one is told live. */
  const asked = new Set<number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()

  function run(): void {
    timer = undefined
    running = running.then(() =>
      signal.aborted ? undefined : catchUp(event_hash, { token, signal, asked }),
    )
  }

  return {
    /** `isAnew`: what was told live may have been missed. */
    hint(isAnew = false): void {
      if (isAnew) asked.clear()
      timer ??= setTimeout(run, AFTER_MS)
    },
    stop(): void {
      clearTimeout(timer)
      stop.abort()
    },
  }
}

/**
 * Fetches what is missing of a downloaded Orma, unless the line is metered. What cannot be had is tried again the next time, but
 * for the large pictures of photos that were `asked` for.
 */
export async function catchUp(
  event_hash: string,
  { asked, ...options }: { token: string | undefined; signal: AbortSignal; asked: Set<number> },
): Promise<void> {
  const { state } = downloadOf(event_hash)
  if (isMetered() || state === 'running' || state === 'paused') return
  const orma = await findCachedOrma(event_hash).catch(() => undefined)
  if (!orma?.isWanted) return
  const isWhole = await downloadOrma({ event_hash, ...options }, { asked }).catch(() => false)
  const { state: now } = downloadOf(event_hash)
  if (isWhole && (now === 'partial' || now === 'failed')) note(event_hash, { state: 'done' })
}

export function pauseDownload(event_hash: string): void {
  stops.get(event_hash)?.abort()
}

/** Lets the Orma be forgotten like any other when others need its room. */
export async function removeDownload(event_hash: string): Promise<void> {
  pauseDownload(event_hash)
  await changeCachedOrma(event_hash, { isWanted: false, isWhole: false })
  // They would take the room of other Ormas' pictures.
  await forgetVideos(event_hash)
  note(event_hash, { state: 'none' })
}

/** Ends all downloads, which would put back what is being forgotten. */
export function forgetDownloads(): void {
  for (const stop of stops.values()) stop.abort()
  downloads.clear()
}

function note(event_hash: string, change: Partial<Download>): void {
  downloads.set(event_hash, { ...downloadOf(event_hash), ...change })
  for (const listener of listeners) listener()
}
