import { NO_NETWORK, PAUSED } from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { takeChangeTurns } from './change-turn.ts'
import type { ChangeTurnOptions } from './change-turn.ts'
import { takePhotoTurn } from './photo-turn.ts'
import type { PhotoTurnOptions } from './photo-turn.ts'
import { isTokenRefused } from './refused-token.ts'
import { alone } from './upload-lock.ts'
import { isDue } from './waits.ts'

/** After so many tries, a photo that fails on the server alone lets the others pass. */
const STEPS_ASIDE_AFTER = 5

export interface DrainOptions extends Omit<PhotoTurnOptions, 'now'> {
  /** Changes, which are small and so go before the next photo. */
  reactions?: ChangeTurnOptions
  now?: () => number
}

/**
 * Makes the function that sends what is queued, oldest first, one at a time, until nothing is due. It gives the time (epoch
 * milliseconds) at which it wants to be called again; undefined: at the next change of the outbox. No photo leaves the outbox
 * before the server has confirmed it.
 */
export function createDrain(options: DrainOptions): () => Promise<number | undefined> {
  const drain = { ...options, now: options.now ?? Date.now }
  return () => alone('orma-upload', () => sendAll(drain), drain)
}

async function sendAll(drain: DrainOptions & PhotoTurnOptions): Promise<number | undefined> {
  const { outbox, readSender, now } = drain
  await takeOver(drain)
  for (;;) {
    const sender = await readSender()
    if (!sender || (await isTokenRefused(outbox, sender.token))) return undefined
    const dueAt =
      drain.reactions && (await takeChangeTurns({ ...drain, ...drain.reactions }, sender))
    if (await isTokenRefused(outbox, sender.token)) return undefined
    const next = nextToSend(await outbox.list(), sender.userId, now())
    if (next === undefined || typeof next === 'number') return earlier(dueAt, next)
    await takePhotoTurn(drain, next, sender)
  }
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)
}

/** Holding the lock means that whoever was sending is dead. */
async function takeOver({ outbox }: DrainOptions): Promise<void> {
  const left = (await outbox.list()).some(({ state }) => state === 'sending')
  if (!left) return
  await outbox.changeAll((photo) => (photo.state === 'sending' ? { state: 'waiting' } : undefined))
}

/** The photo whose turn it is; or when the next turn is (epoch milliseconds); undefined: none. */
function nextToSend(
  photos: OutboxPhoto[],
  userId: number,
  now: number,
): OutboxPhoto | number | undefined {
  let wakeAt = Infinity
  for (const photo of photos) {
    if (photo.state !== 'waiting' || photo.ownerUserId !== userId) continue
    if (isDue(photo, now)) return photo
    wakeAt = Math.min(wakeAt, photo.nextAt)
    if (!stepsAside(photo)) break
  }
  return wakeAt === Infinity ? undefined : wakeAt
}

/**
 * While the server is silent the oldest photo holds up the others; one that fails alone, again and again, or whose Orma is paused,
 * does not.
 */
function stepsAside({ attempts, reasonCode }: OutboxPhoto): boolean {
  return reasonCode === PAUSED || (attempts >= STEPS_ASIDE_AFTER && reasonCode !== NO_NETWORK)
}
