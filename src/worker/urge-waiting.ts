// The bundler gives an address in its place.
// oxlint-disable-next-line import/default
import emptyWorker from './empty-worker.ts?worker&url'
import { trustedScript } from './trusted-script.ts'

const URGE_EVERY_MS = 1_500

/**
 * Has the browser let a worker that was told to take over do so, until it does. Chromium ends the old worker for it once, when
 * it has nothing to do; whatever any page asks for while the old one is ending has that start again, to live for minutes as
 * long as pages ask for something now and then. It tries anew only when a page or a worker is loaded, so an empty worker is.
 */
export function urgeWaiting(waiting: ServiceWorker): void {
  const timer = setInterval(() => {
    if (waiting.state === 'installed') new Worker(trustedScript(emptyWorker))
    else clearInterval(timer)
  }, URGE_EVERY_MS)
}
