import { escapeHtml, NO_WORKER_META, writeDocument } from '../../contract/document.ts'
import type { DocumentOrma, FirstData } from '../../contract/document.ts'
import { texts } from '../../contract/texts.ts'

/** What the server knows of an address's page, besides what the app's HTML says for every one. */
export interface PageParts {
  orma?: DocumentOrma
  /** For link previews. */
  description?: string
  first?: FirstData
}

export interface PageOptions {
  /** Scripts that the page will ask for. */
  preload: readonly string[]
  /** False: the page is to do without a worker. */
  hasWorker: boolean
}

/** The app's HTML for one address, with all that spares the page a question. */
export function writePage(
  html: string,
  pathname: string,
  { orma, description = texts.preview.description, first }: PageParts,
  { preload, hasWorker }: PageOptions,
): string {
  const head = [
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', texts.product.name),
    meta('property', 'og:title', orma?.name ?? texts.product.name),
    meta('property', 'og:description', description),
    ...(hasWorker ? [] : [`<meta name="${NO_WORKER_META}" />`]),
    ...preload.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
  ]
  return writeDocument(html, pathname, { orma, head, first })
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`
}
