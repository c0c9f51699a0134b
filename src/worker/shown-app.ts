import * as v from 'valibot'
import { manifestPath, TOUCH_ICON } from '../../contract/document.ts'
import { isEventHash } from '../../contract/rules.ts'
import { http } from '../api/http.ts'

/** The part of a manifest that browsers show. */
const manifest = v.object({
  name: v.string(),
  short_name: v.string(),
  icons: v.array(v.object({ src: v.string() })),
})
export type ShownApp = v.InferOutput<typeof manifest>

/**
 * Makes this page name the app of an Orma, or the product's own: what would be added to the home screen. Read through the worker,
 * which caches the manifest. Undefined where it cannot be had.
 */
export async function showApp(event_hash: string | undefined): Promise<ShownApp | undefined> {
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
function showOnIos({ short_name, icons }: ShownApp): void {
  const own = icons.find(({ src }) => src.startsWith('/media/'))
  document
    .querySelector('meta[name=apple-mobile-web-app-title]')
    ?.setAttribute('content', short_name)
  document.querySelector('link[rel=apple-touch-icon]')?.setAttribute('href', own?.src ?? TOUCH_ICON)
}
