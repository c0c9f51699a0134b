import * as v from 'valibot'
import type { InferOutput } from 'valibot'
import { described } from './endpoint.ts'
import { count, id, isoTime } from './entities.ts'

// What the people who run a server see of it. Nothing of it shows a photo, or leads into an Orma.

/** Ormas or acts told at a time. */
export const ADMIN_PAGE_SIZE = 50
export const SEARCH_MAX = 200
/** A link by which people may create Ormas. */
export const CREATOR_INVITATION = { usesMax: 1000, days: 7, daysMax: 365 }

const maskedPhone = described('With four of its digits hidden.', v.string())

const queueState = v.object({
  queue: v.string(),
  waiting: count,
  running: count,
  failing: described('Of both, those that failed before and are tried again.', count),
  givenUp: described(
    'After their last try, since this process began; null: another process does them.',
    v.nullable(count),
  ),
})
export type QueueState = InferOutput<typeof queueState>

const smsState = v.object({
  sent: described('Codes in the last 24 hours, of all processes.', count),
  dailyBudget: described('How many there may be.', count),
  blocked: described('Codes that a limit held back, since this process began.', count),
  failed: described('Codes that the provider did not take, since this process began.', count),
})

const openAlert = v.object({
  title: v.string(),
  message: described('What to do about it.', v.string()),
  since: isoTime,
})
export type OpenAlert = InferOutput<typeof openAlert>

const check = v.object({
  what: v.string(),
  isGood: v.boolean(),
  text: described('What was seen; where it is not good, what to do.', v.string()),
})
export type Check = InferOutput<typeof check>

export const overview = v.object({
  version: v.string(),
  startedAt: described('When the process that answers began.', isoTime),
  events: described('How many Ormas there are.', count),
  people: described('Who have signed in with a phone.', count),
  guests: described('Guests by name, each of one Orma.', count),
  posts: described('Photos and videos that are shown.', count),
  storageBytes: described('Of all Ormas.', count),
  disk: described(
    'Of the data folder; null: it cannot be read.',
    v.nullable(v.object({ freeBytes: count, totalBytes: count })),
  ),
  queues: described(
    'Of which something waits, is being done or was given up.',
    v.array(queueState),
  ),
  sms: smsState,
  lastBackupAt: v.nullable(isoTime),
  alerts: described('What is wrong now, the oldest first.', v.array(openAlert)),
  checks: described(
    'What of `npm run check-host` can be seen from inside, by this very request.',
    v.array(check),
  ),
})
export type Overview = InferOutput<typeof overview>

export const adminEvent = v.object({
  id,
  name: v.string(),
  event_date: described('Its day, `YYYY-MM-DD`.', v.string()),
  ownerPhone: maskedPhone,
  postCount: described('Posts that are shown.', count),
  storageBytes: count,
  lastActiveAt: described(
    'The latest photo, comment, or first visit of somebody with a phone or a name; null: none of them.',
    v.nullable(isoTime),
  ),
  isFull: described(
    'It takes no more photos: its own limit is reached, or all room of the server is used.',
    v.boolean(),
  ),
  isPausedByOwner: v.boolean(),
  isPausedByHost: described('Then only who runs the server opens it again.', v.boolean()),
})
/** An Orma as who runs the server sees it. */
export type AdminEvent = InferOutput<typeof adminEvent>

export const ban = v.object({
  id,
  phone: maskedPhone,
  name: described('Of the number’s account; null: there is none.', v.nullable(v.string())),
  since: isoTime,
})
export type Ban = InferOutput<typeof ban>

/** What somebody who runs the server can have done. */
const OPERATOR_ACTIONS = [
  'pause',
  'reopen',
  'delete_orma',
  'export_orma',
  'ban',
  'lift_ban',
  'invite',
  'make_code',
  'export_person',
  'delete_person',
  'move_person',
] as const
const operatorAction = v.picklist(OPERATOR_ACTIONS)
export type OperatorAction = InferOutput<typeof operatorAction>

export const operatorAct = v.object({
  id,
  at: isoTime,
  by: described(
    'Masked number of who did it; null: a command on the server.',
    v.nullable(v.string()),
  ),
  action: operatorAction,
  about: described('Name of the Orma, masked number of the person, or for how many.', v.string()),
})
export type OperatorAct = InferOutput<typeof operatorAct>
