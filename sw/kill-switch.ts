import { scope } from './worker-scope.ts'

// Served in place of the worker when it has to go (the operator's SERVICE_WORKER=off): answers no request, removes the precache
// and the cached pictures, then itself. IndexedDB with the outbox stays: pages send from there.
scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  await scope.registration.unregister()
}
