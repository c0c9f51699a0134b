import { ofetch } from 'ofetch'

/**
 * Asks over HTTP: page and worker have no other way. Sent once, for each path has one owner of its retries. Rejects with what
 * `fetch` says where nothing was answered, with a FetchError where the status is 400 or more, unless `ignoreResponseError`. What
 * the body is to be read as is always said (`responseType`), never taken from what the answer claims to be.
 */
export const http = ofetch.create(
  {
    retry: false,
    // Thrown on before it is wrapped: whether it was called off, and the browser's own words, are in the error itself.
    onRequestError: ({ error }) => {
      throw error
    },
  },
  // Looked up at each request: the library's default is whatever it was when the script began.
  { fetch: (...args) => globalThis.fetch(...args) },
)
