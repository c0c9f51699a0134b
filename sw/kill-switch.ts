import { scope } from './worker-scope.ts'

// Served in the worker's place when the worker has to go (the operator's SERVICE_WORKER=off): answers nothing, removes what
// the worker has cached of the app and of pictures, and then itself. IndexedDB, where photos wait, is not touched: pages send them.
scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  await scope.registration.unregister()
}
