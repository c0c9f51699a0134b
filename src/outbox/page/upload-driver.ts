import { PING_INTERVAL_MS } from '../../../contract/limits.ts'
import { isQueued, changeRecord } from '../store/outbox-item.ts'
import { outbox } from '../store/outbox.ts'
import type { Outbox } from '../store/outbox.ts'
import { sweepPieces } from '../store/video-pieces.ts'
import { inTime } from '../../device/wait.ts'
import { readSessions } from '../../device/token.ts'
import { announceUploads } from '../queue/announce.ts'
import { bindDrafts, retryNow } from '../queue/photo-actions.ts'
import { trustToken } from '../store/notes.ts'
import { isDue } from '../queue/waits.ts'
import { handOver } from './hand-over.ts'
import { allOutboxes, memoryOutbox } from './page-outboxes.ts'
import {
  currentUploads,
  subscribeToUploads,
  forgetUnread,
  refreshUploads,
  showUnread,
} from './upload-store.ts'
import { activeRegistration, drainInWorker } from '../../worker/worker-link.ts'
import type { NewChange } from '../store/outbox-item.ts'

/**
 * Where something is due and nothing was heard of it for so long, the page sends by itself: the worker cannot, for whatever
 * reason. Longer than a request may take.
 */
const WORKER_OVERDUE_MS = 45_000

/**
 * Shows a change at once, stores it in the task of the call, so that it outlives the page, and has it sent. What the server refuses
 * of it is told by the shell. Resolves once it is stored, or held by this page where the device cannot.
 */
export function queueChange(change: NewChange): Promise<void> {
  const record = changeRecord(change)
  showUnread(record)
  return store(record)
}

async function store(record: ReturnType<typeof changeRecord>): Promise<void> {
  const isStored = await inTime(outbox.add(record).then(() => true))
  // Storage that is full, hangs or is forbidden: this page sends it. Should it be stored after all, its key has it done once.
  if (!isStored) await memoryOutbox.add(record)
  void nudgeUploads()
  void refreshUploads().then(() => forgetUnread(record.key))
}

/**
 * Has queued photos sent: by the worker, which goes on when the page is closed, or by this page where there is none. Both take
 * the same lock, so that a photo is never sent twice at the same time.
 */
export async function nudgeUploads(): Promise<void> {
  if ((await memoryOutbox.list()).length > 0) void workHere(memoryOutbox)
  // On a first visit the worker may be minutes away.
  if (!navigator.serviceWorker?.controller && isUnderWay()) void workHere()
  const registration = await activeRegistration()
  if (registration) await drainInWorker(registration)
  else void workHere()
}

/** After a sign-in or sign-out: earlier drafts become the user's, and what waited for them is sent. */
export async function resumeUploads(): Promise<void> {
  // The worker may be able to read a storage that fails or hangs here.
  await inTime(giveToUser().finally(announceUploads))
  await nudgeUploads()
}

async function giveToUser(): Promise<void> {
  for (const { user } of await readSessions()) {
    await bindDrafts(outbox, user.id, user.guestOf).catch(() => undefined)
    // What the sign-in left as it was: its storage was slow, or it was in another tab and this is in memory here.
    await handOver([], user)
  }
}

/**
 * The server knows this token: what waits because it was refused before is sent. So is what waits for this user, who was shown
 * before the session was stored, by which photos are sent.
 */
export async function resumeKnown(token: string): Promise<void> {
  await Promise.all(allOutboxes.map((place) => inTime(trustToken(place, token))))
  await resumeUploads()
}

/**
 * Keeps the uploads of this device going as long as the page lives. Returns the function that ends it. The browser's online event
 * is taken as a hint to try, never as the truth.
 */
export function driveUploads(): () => void {
  const hurry = () => {
    if (document.visibilityState === 'visible') void retryUploadsNow()
  }
  let heardAt = performance.now()
  const ping = setInterval(() => {
    if (isUnderWay()) void nudgeUploads()
    const isQuiet = performance.now() - heardAt > WORKER_OVERDUE_MS
    if (isQuiet && isAnythingDue()) void workHere()
  }, PING_INTERVAL_MS)
  const unsubscribe = subscribeToUploads(() => {
    heardAt = performance.now()
  })
  window.addEventListener('online', hurry)
  window.addEventListener('pageshow', hurry)
  document.addEventListener('visibilitychange', hurry)
  hurry()
  void inTime(sweepPieces(outbox))
  return () => {
    clearInterval(ping)
    unsubscribe()
    window.removeEventListener('online', hurry)
    window.removeEventListener('pageshow', hurry)
    document.removeEventListener('visibilitychange', hurry)
  }
}

const works = new Map<Outbox, () => Promise<boolean>>()

/** The worker's job, loaded only by pages that have to do it. */
async function workHere(place: Outbox = outbox): Promise<void> {
  try {
    const { createUploadWork } = await import('../queue/upload-work.ts')
    const work = works.get(place) ?? createUploadWork(place)
    works.set(place, work)
    await work()
  } catch {
    // Offline its script cannot be loaded, and could do nothing. The next ping tries again.
  }
}

/** Has everything queued sent now, however long it was to wait. */
export async function retryUploadsNow(): Promise<void> {
  // Not waited for long, as above.
  await Promise.all(allOutboxes.map((place) => inTime(retryNow(place))))
  await nudgeUploads()
}

function isUnderWay(): boolean {
  const { photos, changes } = currentUploads()
  return (
    changes.some(isQueued) || photos.some((each) => isQueued(each) || each.state === 'processing')
  )
}

function isAnythingDue(): boolean {
  const { photos, changes } = currentUploads()
  return [...photos, ...changes].some(
    (item) => item.state === 'sending' || (item.state === 'waiting' && isDue(item, Date.now())),
  )
}
