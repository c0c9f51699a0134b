import { ofetch } from 'ofetch'

/**
 * The only way of page and worker to send a request. Never retries: each path has one owner of its retries. Rejects with the
 * error of `fetch` where nothing answered, with a FetchError from status 400 on unless `ignoreResponseError`. Every caller sets
 * `responseType`: the answer's own content type is not believed.
 */
export const http = ofetch.create(
  {
    retry: false,
    // Rethrown before ofetch wraps it: callers need the browser's own error, to know an abort from a failure.
    onRequestError: ({ error }) => {
      throw error
    },
  },
  // Looked up at each request: ofetch would keep the `fetch` that was there when the script began.
  { fetch: (...args) => globalThis.fetch(...args) },
)
