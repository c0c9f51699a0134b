/**
 * Reloads the page from the server. The worker would answer with its own release, so it is unregistered; the page registers the
 * new one. What is cached stays.
 */
export async function reloadPastWorker(): Promise<void> {
  await (await navigator.serviceWorker?.getRegistration())?.unregister()
  location.reload()
}
