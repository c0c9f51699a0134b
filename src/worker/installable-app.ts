import * as v from 'valibot'
import { manifestPath, TOUCH_ICON } from '../../contract/document.ts'
import { isEventHash } from '../../contract/rules.ts'
import { http } from '../api/http.ts'
import type { ListStorage } from '../device/recent-ormas.ts'

const DECLINED_KEY = 'install_declined'
const VISITS_KEY = 'visits'
const VISIT_NOTED_KEY = 'visit_noted'
/** How long nobody is asked again after saying no. */
const LEFT_ALONE_MS = 30 * 24 * 60 * 60_000
const VISITS_BEFORE = 2

/** The part of a manifest that browsers show. */
const manifest = v.object({
  name: v.string(),
  short_name: v.string(),
  icons: v.array(v.object({ src: v.string() })),
})
export type InstallableApp = v.InferOutput<typeof manifest>

/**
 * Makes this page name the app of an Orma, or the product's own: what would be added to the home screen. Read through the worker,
 * which caches the manifest. Undefined where it cannot be had.
 */
export async function nameApp(event_hash: string | undefined): Promise<InstallableApp | undefined> {
  // An address that cannot be an Orma's is a page of the product.
  const isOrma = event_hash !== undefined && isEventHash(event_hash)
  const href = manifestPath(isOrma ? event_hash : undefined)
  // Unchanged where it is right: another address, even of the same file, is another app to the browser.
  const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
  if (link && link.getAttribute('href') !== href) link.href = href
  try {
    const read = v.safeParse(manifest, await http(href, { responseType: 'json' }))
    if (!read.success) return undefined
    showOnIos(read.output)
    return read.output
  } catch {
    // Never cached, and no network: the HTML's manifest stays.
    return undefined
  }
}

/** Safari takes name and icon from these elements. */
function showOnIos({ short_name, icons }: InstallableApp): void {
  const own = icons.find(({ src }) => src.startsWith('/media/'))
  document
    .querySelector('meta[name=apple-mobile-web-app-title]')
    ?.setAttribute('content', short_name)
  document.querySelector('link[rel=apple-touch-icon]')?.setAttribute('href', own?.src ?? TOUCH_ICON)
}

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
