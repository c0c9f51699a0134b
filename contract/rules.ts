import { dayjs } from './dayjs.ts'
import {
  CODE_LENGTH,
  DELETION_DAYS,
  PHONE_DIGITS_MAX,
  RETENTION,
  UPLOAD_WINDOW_HOURS,
} from './limits.ts'
import { EVENT_HASH } from './entities.ts'
import type { Event } from './entities.ts'

/** The digits of a phone number without its plus sign, which may be two zeros; undefined where they are not 1 to 15. */
export function phoneDigits(input: string): string | undefined {
  const digits = input.trim().replace(/^(?:\+|00)/, '')
  return new RegExp(`^\\d{1,${PHONE_DIGITS_MAX}}$`).test(digits) ? digits : undefined
}

/** The digits of a number that is written with its country code: without one, nobody knows whose country is meant. */
export function phoneWithCountry(typed: string): string | undefined {
  const number = typed.trim().replaceAll(/[\s()/.-]/g, '')
  return /^(\+|00)/.test(number) ? phoneDigits(number) : undefined
}

/** Text, an at sign, and a domain with a dot and a suffix of two or more letters. */
export function isEmail(input: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/.test(input)
}

/** Whether a text can be sent as a code: 1 to 4 characters (specification: section 5). */
export function isCode(input: string): boolean {
  return input.length >= 1 && input.length <= CODE_LENGTH
}

export function textLength(text: string): number {
  return [...text].length
}

export function isEventHash(input: string): boolean {
  return EVENT_HASH.test(input)
}

/** Epoch milliseconds of a `YYYY-MM-DD HH:mm:ss.SSS`, read as UTC; NaN where there is no such date. */
function eventTime(eventDate: string): number {
  return dayjs.utc(eventDate).valueOf()
}

/** What says when photos can be added to an Orma. */
type UploadWindow = Pick<
  Event,
  'event_original_date' | 'userId' | 'organisers' | 'uploadsOpen' | 'uploadsOpenUntil'
>

/** When guests can add photos no longer, whatever the owner says: 1500 hours after the event's original date. */
export function windowEnd({ event_original_date }: Pick<Event, 'event_original_date'>): number {
  return eventTime(event_original_date) + UPLOAD_WINDOW_HOURS * 3_600_000
}

/** When guests can add photos no longer, in milliseconds since the epoch, unless uploads are closed before. */
export function uploadsEnd({ event_original_date, uploadsOpenUntil }: UploadWindow): number {
  const end = windowEnd({ event_original_date })
  return uploadsOpenUntil === null ? end : Math.min(end, Date.parse(uploadsOpenUntil))
}

/** Whether this user is an Orma's owner, or has been invited to organise it, as far as the caller is told: guests are not. */
export function isOrganiser(
  { userId, organisers = [] }: Pick<Event, 'userId' | 'organisers'>,
  id: number | undefined,
): boolean {
  return id !== undefined && (id === userId || organisers.some((each) => each.id === id))
}

/** Whether somebody sees what others added: guests not before it is revealed, and never where the Orma only collects. */
export function seesAll(
  event: Pick<Event, 'userId' | 'organisers' | 'guestsSee' | 'revealAt'>,
  id: number | undefined,
  nowMs: number,
): boolean {
  const { guestsSee, revealAt } = event
  if (isOrganiser(event, id)) return true
  if (guestsSee === 'own' || revealAt === 'later') return false
  return revealAt === null || Date.parse(revealAt) <= nowMs
}

/** Whether this user may add photos: organisers always, others until the uploads end or are closed. */
export function canUpload(event: UploadWindow, userId: number | undefined, nowMs: number): boolean {
  return isOrganiser(event, userId) || (event.uploadsOpen && nowMs < uploadsEnd(event))
}

type Deletion = Pick<Event, 'deleteAt' | 'deletionSeenAt' | 'keptUntil'>
const DAY_MS = 86_400_000

/** When an Orma goes, in milliseconds since the epoch: by the day its owner has set, or before by that of the operator. */
export function deletionTime(event: Deletion): number | undefined {
  const times = [ownersDeletion(event), event.keptUntil ? Date.parse(event.keptUntil) : undefined]
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** Whether the operator's day comes first, which no owner can clear. */
export function isOperatorsDeletion({ deleteAt, keptUntil }: Deletion): boolean {
  return Boolean(keptUntil) && (!deleteAt || Date.parse(keptUntil ?? '') <= Date.parse(deleteAt))
}

/**
 * When an Orma goes by the day its owner has set: on that day, or 14 days after the owner opened the warning where that was later.
 * Undefined: no day is set, or the warning has not been opened yet.
 */
function ownersDeletion({ deleteAt, deletionSeenAt }: Deletion): number | undefined {
  if (!deleteAt || !deletionSeenAt) return undefined
  const [day, seen] = [Date.parse(deleteAt), Date.parse(deletionSeenAt)]
  return seen <= day ? day : seen + DELETION_DAYS.afterSeen * DAY_MS
}

/** `set`: the day is far. `soon`: 14 days or less (by the operator 30). `last`: 3 days or less (7). `waiting`: it has come, for an owner who knows nothing of it. */
type DeletionStage = 'none' | 'set' | 'soon' | 'last' | 'waiting'

/** How near the deletion of an Orma is. */
export function deletionStage(event: Deletion, nowMs: number): DeletionStage {
  if (isOperatorsDeletion(event)) {
    const left = Date.parse(event.keptUntil ?? '') - nowMs
    return stageOf(left, RETENTION.warningDays, RETENTION.lastWarningDays)
  }
  if (!event.deleteAt) return 'none'
  const day = Date.parse(event.deleteAt)
  if (!event.deletionSeenAt && nowMs >= day) return 'waiting'
  const left = (deletionTime(event) ?? day) - nowMs
  return stageOf(left, DELETION_DAYS.warning, DELETION_DAYS.lastWarning)
}

function stageOf(left: number, warningDays: number, lastWarningDays: number): DeletionStage {
  if (left <= lastWarningDays * DAY_MS) return 'last'
  return left <= warningDays * DAY_MS ? 'soon' : 'set'
}

/** A post or comment may be deleted by its author and the Orma's organisers, a comment edited by its author alone. */
export function canDelete(
  authorId: number,
  event: Pick<Event, 'userId' | 'organisers'>,
  userId: number | undefined,
): boolean {
  return userId !== undefined && (userId === authorId || isOrganiser(event, userId))
}
