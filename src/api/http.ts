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

/** As `AbortSignal.any`, which Safari has from 17.4 on: aborts, for the same reason, as soon as one of the signals does. */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const any = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) {
      any.abort(signal.reason)
      break
    }
    // Taken off from all with the first: one of them may live as long as the page.
    signal.addEventListener('abort', () => any.abort(signal.reason), { signal: any.signal })
  }
  return any.signal
}
