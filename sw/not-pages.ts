/**
 * Addresses that are none of the app's pages: those under which the server answers with something else, and files, which have a
 * dot within their name: at a link's end it was copied along.
 */
export const NOT_PAGES = [
  /^\/(api|assets|media|healthz|readyz|metrics)(\/|\?|$)/,
  /^[^?]*\.\w[^/?]*(\?|$)/,
]
