/**
 * Addresses that are not pages of the app: those that the server answers otherwise, and files, whose names have a dot in them. A
 * dot at the end was copied along with a link.
 */
export const NOT_PAGES = [
  /^\/(api|assets|media|healthz|readyz|metrics)(\/|\?|$)/,
  /^[^?]*\.\w[^/?]*(\?|$)/,
]
