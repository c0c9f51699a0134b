import { onlyIfFull } from '../../device/device-database.ts'
import {
  NO_NETWORK,
  CLOSED,
  isChange,
  isOfSameThing,
  isPhoto,
  isQueued,
} from '../store/outbox-item.ts'
import type { OutboxItem } from '../store/outbox-item.ts'
import { isTokenRefused } from '../store/notes.ts'
import { isVideo } from '../store/outbox-photo.ts'
import { sendItem } from './send-item.ts'
import type { Sender, SendItemOptions } from './send-item.ts'
import { alone } from './upload-lock.ts'
import { isDue, waitFor } from './waits.ts'
import type { Wait } from './waits.ts'

/** After so many tries, an item that fails on the server alone lets the others pass. */
const STEPS_ASIDE_AFTER = 5

/** How long an item lets others pass where the device has no room to write down how a try went. */
const ASIDE_MS = 60_000

export interface DrainOptions extends Omit<SendItemOptions, 'now' | 'isBehind'> {
  /** Of whoever sends this outbox: one at a time. */
  lock?: string
  now?: () => number
}

/**
 * Makes the function that sends what is queued, one at a time, until nothing is due: the oldest change first, after the changes, which
 * are small, the oldest photo, and after the photos the oldest video, which lets those pass that come meanwhile. It gives the time
 * (epoch milliseconds) at which it wants to be called again; undefined: at the next change of the outbox. Nothing leaves the outbox
 * before the server has confirmed it.
 */
export function createDrain(options: DrainOptions): () => Promise<number | undefined> {
  const drain: Drain = {
    ...options,
    now: options.now ?? Date.now,
    aside: new Map(),
    isBehind: async (sender) => {
      const next = await findNext(drain, sender.userId)
      return typeof next === 'object' && !isLong(next)
    },
  }
  return () => alone(options.lock ?? 'orma-upload', () => sendAll(drain), drain)
}

interface Drain extends SendItemOptions {
  /** By key: the wait of what could not be written down. */
  aside: Map<string, Wait>
}

async function sendAll(drain: Drain): Promise<number | undefined> {
  const { outbox, readSender } = drain
  for (;;) {
    const sender = await readSender()
    if (!sender || (await isTokenRefused(outbox, sender.token))) return undefined
    const next = await findNext(drain, sender.userId)
    if (next === undefined || typeof next === 'number') return next
    await tryTurn(drain, next, sender)
  }
}

/** As `nextToSend`; what is aside waits. */
async function findNext(
  { outbox, now, aside }: Drain,
  userId: number,
): Promise<OutboxItem | number | undefined> {
  const stored = await outbox.list()
  const known = stored.map((item) => {
    const wait = aside.get(item.key)
    return wait ? { ...item, ...wait, attempts: STEPS_ASIDE_AFTER, reasonCode: null } : item
  })
  const next = nextToSend(known, userId, now())
  if (next === undefined || typeof next === 'number') return next
  return stored.find(({ key }) => key === next.key)
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
  // None waits for what goes before it: a change that a firewall stops would hold photos up for ever.
  const lanes = [
    queued.filter(isChange),
    queued.filter((item) => isPhoto(item) && !isLong(item)),
    queued.filter(isLong),
  ]
  for (const lane of lanes) {
    const next = nextOf(lane, now)
    if (typeof next !== 'number') return next
    wakeAt = Math.min(wakeAt, next)
  }
  return wakeAt === Infinity ? undefined : wakeAt
}

/** Whether it is a video to be sent: to take one out of its Orma again is a matter of a moment. */
function isLong(item: OutboxItem): boolean {
  return isPhoto(item) && isVideo(item) && !item.isUnwanted
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
  return CLOSED.includes(reasonCode) || (attempts >= STEPS_ASIDE_AFTER && reasonCode !== NO_NETWORK)
}
