import * as v from 'valibot'
import { dayjs } from '../../../contract/dayjs.ts'
import { GUEST_SIGN_INS, GUESTS_SEE } from '../../../contract/entities.ts'
import type { Event } from '../../../contract/entities.ts'
import { CHOICE_SIZES, PHOTOS_PER_CHOICE, PIN_LENGTH } from '../../../contract/limits.ts'
import { textLength } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { visibleText } from '../../../contract/visible-text.ts'

/** What an organiser decides for guests, as it is entered; what is absent from a stored draft is as the specification has it. */
export const switchEntries = v.object({
  guestSignIn: v.optional(v.picklist(GUEST_SIGN_INS), 'phone'),
  photosPerChoice: v.optional(v.picklist(CHOICE_SIZES), PHOTOS_PER_CHOICE),
  allowVideos: v.optional(v.boolean(), false),
  reveal: v.optional(v.picklist(['now', 'at', 'later']), 'now'),
  /** Of `at`: `YYYY-MM-DDTHH:mm` on the clock of this device. */
  revealAt: v.optional(v.string(), ''),
  guestsSee: v.optional(v.picklist(GUESTS_SEE), 'all'),
  mayShare: v.optional(v.boolean(), true),
  showCounts: v.optional(v.boolean(), false),
})
export type SwitchEntries = v.InferOutput<typeof switchEntries>

export const SPECIFIED: SwitchEntries = v.parse(switchEntries, {})

/** The word at the door. It is in the page alone: no draft has it. */
export interface PinEntry {
  /** Undefined: as it was. Empty: none. */
  pin?: string | undefined
  /** Devices that gave the word before are not asked for the new one. */
  keepDevices?: boolean | undefined
}

/** The two ways in that the form of a new Orma offers. */
export const WAYS_IN = {
  verified: { guestSignIn: 'phone', photosPerChoice: PHOTOS_PER_CHOICE, allowVideos: false },
  easy: { guestSignIn: 'name', photosPerChoice: 100, allowVideos: true },
} as const satisfies Record<string, Partial<SwitchEntries>>
export type WayIn = keyof typeof WAYS_IN

/** The way in that is chosen; undefined: the organiser has chosen each switch. */
export function wayInOf(entered: SwitchEntries): WayIn | undefined {
  return (['verified', 'easy'] as const).find((name) =>
    Object.entries(WAYS_IN[name]).every(
      ([field, value]) => entered[field as keyof SwitchEntries] === value,
    ),
  )
}

/** What an Orma's switches are, as the form shows it. */
export function switchesOf(event: Event): SwitchEntries {
  const { guestSignIn, photosPerChoice, allowVideos, revealAt, guestsSee, mayShare, showCounts } =
    event
  const isTimed = revealAt !== null && revealAt !== 'later'
  return {
    guestSignIn,
    photosPerChoice,
    allowVideos,
    reveal: isTimed ? 'at' : (revealAt ?? 'now'),
    revealAt: isTimed ? dayjs(revealAt).format('YYYY-MM-DDTHH:mm') : '',
    guestsSee,
    mayShare,
    showCounts,
  }
}

/** The switches as they are sent, by their fields of the call. */
export function switchFields(entered: SwitchEntries) {
  const {
    guestSignIn,
    photosPerChoice,
    allowVideos,
    reveal,
    revealAt,
    guestsSee,
    mayShare,
    showCounts,
  } = entered
  const moment = reveal === 'at' && revealAt !== '' ? new Date(revealAt).toISOString() : ''
  return {
    guestSignIn,
    photosPerChoice: String(photosPerChoice),
    allowVideos: String(allowVideos),
    revealAt: reveal === 'later' ? 'later' : moment,
    guestsSee,
    mayShare: String(mayShare),
    showCounts: String(showCounts),
  }
}

/** The word as it is sent. `hasPin`: the Orma has one. */
export function pinFields(
  { pin, keepDevices = false }: PinEntry,
  hasPin: boolean,
): Record<string, string> {
  const said = pin === undefined ? undefined : visibleText(pin)
  if (said === undefined || (said === '' && !hasPin)) return {}
  return { pin: said, ...(said !== '' && hasPin && { keepDevices: String(keepDevices) }) }
}

/** Whether a moment is to be entered; of an Orma that only collects nothing is shown later. */
export function asksForMoment({ reveal, guestsSee }: SwitchEntries): boolean {
  return reveal === 'at' && guestsSee === 'all'
}

/** What is wrong with each of the fields that are typed. `before`: a moment that does not change may have passed. */
export function checkSwitches(
  entered: SwitchEntries & PinEntry,
  { before, nowMs, needsPin }: { before?: SwitchEntries; nowMs: number; needsPin: boolean },
): { revealAt?: string; pin?: string } {
  const { revealAt, pin } = entered
  const wrong = asksForMoment(entered) && momentError(revealAt, nowMs, before)
  return {
    ...(wrong && { revealAt: wrong }),
    ...(!isPin(pin, needsPin) && { pin: texts.switches.invalidPin }),
  }
}

function momentError(
  revealAt: string,
  nowMs: number,
  before: SwitchEntries | undefined,
): string | undefined {
  if (revealAt === '') return texts.switches.missingRevealAt
  if (before?.reveal === 'at' && before.revealAt === revealAt) return undefined
  return new Date(revealAt).getTime() <= nowMs ? texts.create.pastEnd : undefined
}

/** Whether a word can be one; an empty one, where none is needed. */
export function isPin(pin: string | undefined, isNeeded: boolean): boolean {
  const length = textLength(visibleText(pin ?? ''))
  if (length === 0) return !isNeeded
  return length >= PIN_LENGTH.min && length <= PIN_LENGTH.max
}
