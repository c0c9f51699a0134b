/** Pixels of width at which an Orma's own picture is served besides its own, as WebP. */
export const IMAGE_WIDTHS = [320, 800, 1200] as const
export type ImageWidth = (typeof IMAGE_WIDTHS)[number]

/** The query parameter that asks for one of them. */
export const WIDTH_QUERY = 'w'
/** No picture of an Orma is wider. */
export const IMAGE_WIDTH_MAX = 2560

/** How wide a banner is shown, in CSS's words. */
export const BANNER_SIZES = '100vw'

/**
 * The sizes of an Orma's own picture, as a `srcset`; undefined for a post's. Whoever has any of them can show it, so they differ
 * in the query alone.
 */
export function imageSizes(address: string): string | undefined {
  if (!address.includes('/event/')) return undefined
  const smaller = IMAGE_WIDTHS.map((width) => `${address}?${WIDTH_QUERY}=${width} ${width}w`)
  return [...smaller, `${address} ${IMAGE_WIDTH_MAX}w`].join(', ')
}
