import { onlyIfFull } from '../../device/device-database.ts'
import {
  NO_NETWORK,
  PAUSED,
  isChange,
  isOfSameThing,
  isPhoto,
  isQueued,
} from '../store/outbox-item.ts'
import type { OutboxItem } from '../store/outbox-item.ts'
import { isTokenRefused } from '../store/notes.ts'
import { sendItem } from './send-item.ts'
import type { Sender, SendItemOptions } from './send-item.ts'
import { alone } from './upload-lock.ts'
import { isDue, waitFor } from './waits.ts'
import type { Wait } from './waits.ts'

/** After so many tries, an item that fails on the server alone lets the others pass. */
const STEPS_ASIDE_AFTER = 5

/** How long an item lets others pass where the device has no room to write down how a try went. */
const ASIDE_MS = 60_000

export interface DrainOptions extends Omit<SendItemOptions, 'now'> {
  now?: () => number
}

/**
 * Makes the function that sends what is queued, one at a time, until nothing is due: the oldest change first, and after the changes,
 * which are small, the oldest photo. It gives the time (epoch milliseconds) at which it wants to be called again; undefined: at the
 * next change of the outbox. Nothing leaves the outbox before the server has confirmed it.
 */
export function createDrain(options: DrainOptions): () => Promise<number | undefined> {
  const drain = { ...options, now: options.now ?? Date.now, aside: new Map() }
  return () => alone('orma-upload', () => sendAll(drain), drain)
}

interface Drain extends SendItemOptions {
  /** By key: the wait of what could not be written down. */
  aside: Map<string, Wait>
}

async function sendAll(drain: Drain): Promise<number | undefined> {
  const { outbox, readSender, now, aside } = drain
  for (;;) {
    const sender = await readSender()
    if (!sender || (await isTokenRefused(outbox, sender.token))) return undefined
    const stored = await outbox.list()
    const known = stored.map((item) => {
      const wait = aside.get(item.key)
      return wait ? { ...item, ...wait, attempts: STEPS_ASIDE_AFTER, reasonCode: null } : item
    })
    const next = nextToSend(known, sender.userId, now())
    if (next === undefined || typeof next === 'number') return next
    await tryTurn(drain, stored.find(({ key }) => key === next.key) ?? next, sender)
  }
}

async function tryTurn(drain: Drain, item: OutboxItem, sender: Sender): Promise<void> {
  const { aside, now } = drain
  try {
    await sendItem(drain, item, sender)
    aside.delete(item.key)
  } catch (error) {
    onlyIfFull(error)
    aside.set(item.key, waitFor(ASIDE_MS, now()))
  }
}

/** The item whose turn it is; or when the next turn is (epoch milliseconds); undefined: none can be sent in this user's name. */
function nextToSend(
  items: OutboxItem[],
  userId: number,
  now: number,
): OutboxItem | number | undefined {
  // Holding the lock means that whoever was sending is dead.
  const queued = items.filter((item) => isQueued(item) && item.ownerUserId === userId)
  let wakeAt = Infinity
  // Photos do not wait for changes: one that a firewall stops would hold them up for ever.
  for (const lane of [queued.filter(isChange), queued.filter(isPhoto)]) {
    const next = nextOf(lane, now)
    if (typeof next !== 'number') return next
    wakeAt = Math.min(wakeAt, next)
  }
  return wakeAt === Infinity ? undefined : wakeAt
}

/**
 * The oldest holds up the others, unless its Orma is paused, or it fails on the server alone, again and again: then only those of
 * the same thing.
 */
function nextOf(lane: readonly OutboxItem[], now: number): OutboxItem | number {
  const passed: OutboxItem[] = []
  let wakeAt = Infinity
  for (const item of lane) {
    const isBehind = passed.some((earlier) => mustPrecede(earlier, item))
    if (!isBehind && isDue(item, now)) return item
    passed.push(item)
    if (isBehind) continue
    wakeAt = Math.min(wakeAt, item.nextAt)
    if (!stepsAside(item)) break
  }
  return wakeAt
}

function mustPrecede(earlier: OutboxItem, item: OutboxItem): boolean {
  return isChange(earlier) && isChange(item) && isOfSameThing(earlier, item)
}

function stepsAside({ attempts, reasonCode }: OutboxItem): boolean {
  return reasonCode === PAUSED || (attempts >= STEPS_ASIDE_AFTER && reasonCode !== NO_NETWORK)
}
