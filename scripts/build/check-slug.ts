import type { HtmlTagDescriptor, Plugin } from 'vite'
import { isProductSlug, PRODUCT_SLUG_META, SLUG_RULE } from '../../contract/routes.ts'

/** Ends a build whose slug the server would refuse, and writes the slug into the HTML: the server warns where it has another. */
export function checkSlug(): Plugin {
  let metas: HtmlTagDescriptor[] = []
  return {
    name: 'orma:check-slug',
    apply: 'build',
    configResolved({ env }) {
      const slug = env['VITE_PRODUCT_SLUG'] as string | undefined
      if (!slug) return
      if (!isProductSlug(slug)) throw new Error(`VITE_PRODUCT_SLUG may be ${SLUG_RULE}`)
      const attrs = { name: PRODUCT_SLUG_META, content: slug }
      metas = [{ tag: 'meta', attrs, injectTo: 'head' }]
    },
    transformIndexHtml: () => metas,
  }
}
