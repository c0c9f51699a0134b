/**
 * Reloads the page from the server. The worker would answer with its own release, so it is unregistered; the page registers the
 * new one. What is cached stays.
 */
export async function reloadPastWorker(): Promise<void> {
  await leaveWorker()
  location.reload()
}

/** Unregisters the worker, so that the server answers the next navigation. What is queued stays as well. */
export async function leaveWorker(): Promise<void> {
  await (await navigator.serviceWorker?.getRegistration())?.unregister()
}
