import type { ListStorage } from '../device/recent-ormas.ts'

const DECLINED_KEY = 'install_declined'
const VISITS_KEY = 'visits'
const VISIT_NOTED_KEY = 'visit_noted'
/** How long nobody is asked again after saying no. */
const LEFT_ALONE_MS = 30 * 24 * 60 * 60_000
const VISITS_BEFORE = 2

/** Counts a visit to the app, once for each tab. */
export function countVisit(device: ListStorage, tab: ListStorage): void {
  if (tab.getItem(VISIT_NOTED_KEY)) return
  tab.setItem(VISIT_NOTED_KEY, '1')
  device.setItem(VISITS_KEY, String(visitsOf(device) + 1))
}

/** Whether to offer installing now: to people who come back or have added a photo, and who have not said no lately. */
export function isInstallMoment(device: ListStorage, hasUploaded: boolean, nowMs: number): boolean {
  const declinedAt = Number(device.getItem(DECLINED_KEY))
  // A clock that was put back must not silence the question for ever.
  const isLeftAlone = declinedAt > 0 && Math.abs(nowMs - declinedAt) < LEFT_ALONE_MS
  return !isLeftAlone && (hasUploaded || visitsOf(device) >= VISITS_BEFORE)
}

export function noteDeclined(device: ListStorage, nowMs: number): void {
  device.setItem(DECLINED_KEY, String(nowMs))
}

function visitsOf(device: ListStorage): number {
  return Number(device.getItem(VISITS_KEY)) || 0
}
