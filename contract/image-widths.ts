/** Widths in pixels at which an Orma's own picture is also served, as WebP. */
export const IMAGE_WIDTHS = [320, 800, 1200] as const
export type ImageWidth = (typeof IMAGE_WIDTHS)[number]

/** The query parameter that asks for one of these widths. */
export const WIDTH_QUERY = 'w'
/** The most pixels of a side of an Orma's own pictures. */
export const ORMA_IMAGE_PX = { profile: 1024, banner: 2560 } as const

/** How wide a banner is shown, as in the attribute `sizes`. */
export const BANNER_SIZES = '100vw'

/** Whether a picture is served in several widths: an Orma's own ones are, those of posts are not. */
export function hasWidths(address: string): boolean {
  return address.includes('/event/')
}

/**
 * The widths of an Orma's own picture as a `srcset`; undefined for a post's. They differ only in the query, so that any cached
 * one can stand in for another.
 */
export function imageSizes(address: string): string | undefined {
  if (!hasWidths(address)) return undefined
  const smaller = IMAGE_WIDTHS.map((width) => `${address}?${WIDTH_QUERY}=${width} ${width}w`)
  return [...smaller, `${address} ${ORMA_IMAGE_PX.banner}w`].join(', ')
}
