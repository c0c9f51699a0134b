import { displayDay } from './display-day.ts'
import { EVENT_HASH } from './entities.ts'
import type { Event, Post } from './entities.ts'
import { FIRST_DATA_ID, HTML_MARKERS } from './routes.ts'
import { texts } from './texts.ts'

/** What the HTML of one address has besides the app's own. */
export interface DocumentParts {
  /** The Orma that the page is about. */
  orma?: DocumentOrma | undefined
  /** More elements of the head, as HTML. */
  head?: readonly string[]
  first?: FirstData | undefined
}

/** What the HTML of an Orma's pages says of it. */
export interface DocumentOrma {
  name: string
  /** Address of its picture as a square PNG. */
  icon?: string | undefined
}

/** Data in the HTML that the page need not ask for, as for a guest who is not signed in. */
export interface FirstData {
  event: Event
  /** The first page of its feed. */
  posts?: Post[]
  /** For cached data: when the server sent it, epoch milliseconds. */
  updatedAt?: { event: number; posts: number }
  /** For cached data: these are all its posts. */
  isEnd?: boolean
  /** The Orma's day in words, ready-made so that the first look needs no date library. */
  day?: string
}

/** The `<meta>` that tells a page not to use a worker. */
export const NO_WORKER_META = 'no-worker'

/** An Orma's page followed by characters that no event_hash has; those beyond ASCII come percent-encoded. */
const COPIED_LINK =
  /^(\/[\w-]{22})(?:[^\w/%-]|%[\da-f]{2})*?(?:[^\w/%-]\/?|%[\da-f]{2}\/?|(?:\s|%(?:20|0a|0d)).*)$/is

/** The app's icon on an iPhone's home screen. */
export const TOUCH_ICON = '/icons/apple-touch-icon.png'

/** Address of an Orma's manifest, or of the app's own. */
export function manifestPath(event_hash?: string): string {
  return `${event_hash ? `/${event_hash}` : ''}/manifest.webmanifest`
}

/** The event_hash in the address of any of an Orma's pages; undefined for the app's own pages. */
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

/** A page's name in tab and history. Absent: the product's name alone. */
export function documentTitle(title?: string): string {
  return title ? `${title} · ${texts.product.name}` : texts.product.name
}

/** The app's HTML for one address. The right manifest is in it from the start: on an Orma's pages the Orma's own. */
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

/** A guest's text must not end the element or open a comment in it. */
function dataOf({ first }: DocumentParts): string {
  if (!first) return ''
  const day = displayDay(first.event.event_date.slice(0, 'YYYY-MM-DD'.length))
  const json = JSON.stringify({ ...first, day }).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${FIRST_DATA_ID}">${json}</script>`
}

/** Home screens cut longer names. */
const SHORT_NAME_MAX = 12

/** As many of the name's first words as fit; a long first word stays whole. */
export function shortName(name: string): string {
  const [first = name, ...words] = name.split(' ')
  let short = first
  for (const word of words) {
    if (short.length + 1 + word.length > SHORT_NAME_MAX) break
    short += ` ${word}`
  }
  return short
}
