import type { Plugin } from 'vite'
import { isProductSlug, SLUG_RULE } from '../../contract/routes.ts'

/** Ends a build whose slug the server would refuse. */
export function checkSlug(): Plugin {
  return {
    name: 'orma:check-slug',
    apply: 'build',
    configResolved({ env }) {
      const slug = env['VITE_PRODUCT_SLUG'] as string | undefined
      if (slug && !isProductSlug(slug)) throw new Error(`VITE_PRODUCT_SLUG may be ${SLUG_RULE}`)
    },
  }
}
