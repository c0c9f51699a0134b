/**
 * Addresses that are none of the app's pages: those under which the server answers with something else, and files, which have a
 * dot in their name.
 */
export const NOT_PAGES = [
  /^\/(api|assets|media|healthz|readyz|metrics)(\/|\?|$)/,
  /^[^?]*\.[^/?]*(\?|$)/,
]
