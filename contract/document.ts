import { displayDay } from './display-day.ts'
import { EVENT_HASH } from './entities.ts'
import type { Event, Post } from './entities.ts'
import { FIRST_DATA_ID, HTML_MARKERS } from './routes.ts'
import { shortName } from './short-name.ts'
import { texts } from './texts.ts'

/** What an address's HTML says beyond what the app's own does. */
export interface DocumentParts {
  /** The Orma whose page it is. */
  orma?: DocumentOrma | undefined
  /** More elements of the head, as HTML. */
  head?: readonly string[]
  first?: FirstData | undefined
}

export interface DocumentOrma {
  name: string
  /** Address of its picture as a square PNG. */
  icon?: string | undefined
}

/** What the page need not ask for, as it is for someone who is not signed in. */
export interface FirstData {
  event: Event
  /** The first page of its feed. */
  posts?: Post[]
  /** For what a device has cached: when the server said so, epoch milliseconds. */
  updatedAt?: { event: number; posts: number }
  /** The Orma's day in words, put in as the document is written: a first look formats no date. */
  day?: string
}

/** The `<meta>` that tells a page to do without a worker. */
export const NO_WORKER_META = 'no-worker'

/**
 * An Orma's page, and signs that no event_hash has; others than those of ASCII may come percent-encoded. Words are known by the
 * space or the line's end before them.
 */
const COPIED_LINK =
  /^(\/[\w-]{22})(?:[^\w/%-]|%[\da-f]{2})*?(?:[^\w/%-]\/?|%[\da-f]{2}\/?|(?:\s|%(?:20|0a|0d)).*)$/is

/** What stands for the app on an iPhone's home screen. */
export const TOUCH_ICON = '/icons/apple-touch-icon.png'

/** Where the manifest of an Orma lies, or the app's own. */
export function manifestPath(event_hash?: string): string {
  return `${event_hash ? `/${event_hash}` : ''}/manifest.webmanifest`
}

/** The event_hash of an Orma's page address, whichever of its screens it is; undefined for the app's own pages. */
export function eventHashOfPath(pathname: string): string | undefined {
  const first = pathname.split('/')[1] ?? ''
  return EVENT_HASH.test(first) ? first : undefined
}

/**
 * The address of an Orma's page without what was copied behind its link: brackets, spaces, signs at a sentence's end, the next
 * words. Undefined where there is nothing of that.
 */
export function withoutCopiedSigns(pathname: string): string | undefined {
  return COPIED_LINK.exec(pathname)?.[1]
}

/** What tab and history call a page. Absent: the product's name alone. */
export function documentTitle(title?: string): string {
  return title ? `${title} · ${texts.product.name}` : texts.product.name
}

/** The app's HTML for one address: the manifest's link is right at parse time, the Orma's own on an Orma's pages. */
export function writeDocument(html: string, pathname: string, parts: DocumentParts = {}): string {
  return html
    .replace(HTML_MARKERS.head, () => headOf(pathname, parts))
    .replace(HTML_MARKERS.root, (root) => root + dataOf(parts))
}

/** Text as HTML, in an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function headOf(pathname: string, { orma, head = [] }: DocumentParts): string {
  const { name, icon = TOUCH_ICON } = orma ?? {}
  const appName = name ? shortName(name) : texts.product.name
  return [
    `<title>${escapeHtml(documentTitle(name))}</title>`,
    `<meta name="apple-mobile-web-app-title" content="${escapeHtml(appName)}" />`,
    `<link rel="apple-touch-icon" href="${icon}" />`,
    `<link rel="manifest" href="${manifestPath(eventHashOfPath(pathname))}" />`,
    ...head,
  ].join('\n    ')
}

/** No text of a guest's may end the element or open a comment in it. */
function dataOf({ first }: DocumentParts): string {
  if (!first) return ''
  const day = displayDay(first.event.event_date.slice(0, 'YYYY-MM-DD'.length))
  const json = JSON.stringify({ ...first, day }).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${FIRST_DATA_ID}">${json}</script>`
}
