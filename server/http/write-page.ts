import { escapeHtml, NO_WORKER_META, writeDocument } from '../../contract/document.ts'
import { BANNER_SIZES, imageSizes } from '../../contract/image-widths.ts'
import type { DocumentOrma, FirstData } from '../../contract/document.ts'
import { APP_LINK_CLASS, APP_PRELOAD } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'

/** What the server knows of an address's page, besides what the app's HTML says for every one. */
export interface PageParts {
  orma?: DocumentOrma
  /** For link previews. */
  description?: string
  first?: FirstData
}

interface PageOptions {
  /** Scripts that the page will ask for. */
  preload: readonly string[]
  /** False: the page is to do without a worker. */
  hasWorker: boolean
  /** Where people should come, told on the first page alone. */
  publicUrl?: string | undefined
}

const APP_LINK = `<link class="${APP_LINK_CLASS}"`

/** The app's HTML for one address, with all that spares the page a question. */
export function writePage(
  html: string,
  pathname: string,
  { orma, description = texts.preview.description, first }: PageParts,
  { preload, hasWorker, publicUrl }: PageOptions,
): string {
  const head = [
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', texts.product.name),
    ...(publicUrl && pathname === '/' ? [meta('property', 'og:url', `${publicUrl}/`)] : []),
    meta('property', 'og:title', orma?.name ?? texts.product.name),
    meta('property', 'og:description', description),
    ...(hasWorker ? [] : [`<meta name="${NO_WORKER_META}" />`]),
    ...(first?.posts ? preloadBanner(first.event) : []),
    ...preload.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
  ]
  // The first look loads the app once it is on screen: fetched at the same time, the app would delay it. The links keep its address.
  const page = first?.posts ? html.replaceAll(`${APP_LINK} ${APP_PRELOAD}`, APP_LINK) : html
  return writeDocument(page, pathname, { orma, head, first })
}

/** Starts to load the banner, an Orma's largest picture, before the script that shows it. */
function preloadBanner({ event_banner_url: banner }: FirstData['event']): string[] {
  if (!banner) return []
  const sizes = `imagesrcset="${imageSizes(banner) ?? ''}" imagesizes="${BANNER_SIZES}"`
  return [`<link rel="preload" as="image" fetchpriority="high" href="${banner}" ${sizes} />`]
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`
}
