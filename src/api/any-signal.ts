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
