import * as v from 'valibot'
import { manifestPath, TOUCH_ICON } from '../../contract/document.ts'
import { isEventHash } from '../../contract/rules.ts'
import { http } from '../api/http.ts'

/** What a browser shows of a manifest. */
const manifest = v.object({
  name: v.string(),
  short_name: v.string(),
  icons: v.array(v.object({ src: v.string() })),
})
export type ShownApp = v.InferOutput<typeof manifest>

/**
 * Has this page name the app of an Orma, or the product's own: what is added to the home screen from now on. Read through the
 * worker, which keeps it. Undefined where it cannot be had.
 */
export async function showApp(event_hash: string | undefined): Promise<ShownApp | undefined> {
  // An address that no Orma can have is a page of the product's own.
  const isOrma = event_hash !== undefined && isEventHash(event_hash)
  const href = manifestPath(isOrma ? event_hash : undefined)
  // Another address, even of the same file, would be another app to the browser.
  const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
  if (link && link.getAttribute('href') !== href) link.href = href
  try {
    const read = v.safeParse(manifest, await http(href, { responseType: 'json' }))
    if (!read.success) return undefined
    showOnIos(read.output)
    return read.output
  } catch {
    // Never seen and no network: what the HTML says stays.
    return undefined
  }
}

/** Safari takes name and icon from these. */
function showOnIos({ short_name, icons }: ShownApp): void {
  const own = icons.find(({ src }) => src.startsWith('/media/'))
  document
    .querySelector('meta[name=apple-mobile-web-app-title]')
    ?.setAttribute('content', short_name)
  document.querySelector('link[rel=apple-touch-icon]')?.setAttribute('href', own?.src ?? TOUCH_ICON)
}
