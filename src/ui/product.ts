import { DEFAULT_PRODUCT } from '../../contract/routes.ts'

/** The timeline's name and its slug in addresses, set when the app is built. */
export const PRODUCT = {
  name: (import.meta.env['VITE_PRODUCT_NAME'] as string | undefined) || DEFAULT_PRODUCT.name,
  slug: (import.meta.env['VITE_PRODUCT_SLUG'] as string | undefined) || DEFAULT_PRODUCT.slug,
}
