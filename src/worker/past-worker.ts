/**
 * Loads the page anew from the server. The worker would give its own version again; it comes back, as a new one, with the page
 * that is loaded now. What it has cached stays.
 */
export async function reloadPastWorker(): Promise<void> {
  await (await navigator.serviceWorker?.getRegistration())?.unregister()
  location.reload()
}
