import { DEFAULT_PRODUCT } from '../../../contract/routes.ts'

/** The timeline's name and its slug in addresses, as set for the build. */
export const PRODUCT = {
  name: (import.meta.env['VITE_PRODUCT_NAME'] as string | undefined) || DEFAULT_PRODUCT.name,
  slug: (import.meta.env['VITE_PRODUCT_SLUG'] as string | undefined) || DEFAULT_PRODUCT.slug,
}
