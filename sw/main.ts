import { FEEDS_TAG } from '../contract/worker-messages.ts'
import { refreshFeeds } from './feeds.ts'
import { isPicture } from '../src/api/api-host.ts'
import { answerImage } from './images.ts'
import { parseMessage } from './messages.ts'
import { answerManifest, isOrmaManifest } from './orma-manifest.ts'
import { isPage } from './page-address.ts'
import { answerNavigation } from './pages.ts'
import { appFile, forgetOldFiles, installFiles, isAppFile, precache } from './precache.ts'
import type { PrecacheManifest } from './precache.ts'
import { sendUploads, sendUploadsOnSync, yieldUploads } from './uploads.ts'
import { isShared, receiveShared } from './shared-photos.ts'
import { scope } from './worker-scope.ts'
import type { SyncEvent } from './worker-scope.ts'

declare const self: { __WB_MANIFEST: PrecacheManifest }

// The build writes the list of files in this name's place.
precache(self.__WB_MANIFEST)

// The very first worker activates by itself, later ones when a person asks for it.
scope.addEventListener('install', (event) => event.waitUntil(installFiles()))
scope.addEventListener('activate', (event) => event.waitUntil(onActivate()))
scope.addEventListener('fetch', onFetch)
scope.addEventListener('message', onMessage)
scope.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  sync.waitUntil(sendUploadsOnSync(sync))
})

// Only some browsers have it, and only for apps on the home screen.
scope.addEventListener('periodicsync', (event) => {
  const woken = event as SyncEvent
  if (woken.tag === FEEDS_TAG) woken.waitUntil(refreshFeeds())
})

async function onActivate(): Promise<void> {
  // At once: the page that registered this worker sends its first photos through it.
  await scope.clients.claim()
  await forgetOldFiles()
  // Not waited for: no page is answered before a worker is active.
  void sendUploads()
}

function onFetch(event: FetchEvent): void {
  const { request } = event
  const url = new URL(request.url)
  if (isShared(request, url)) return event.respondWith(receiveShared(request))
  if (request.method !== 'GET') return
  if (isPicture(url)) return event.respondWith(answerImage(event))
  if (url.origin !== scope.location.origin) return
  if (request.mode === 'navigate') {
    if (isPage(url)) event.respondWith(answerNavigation(event))
  } else if (isAppFile(url)) {
    event.respondWith(appFile(request))
  } else if (isOrmaManifest(url)) {
    event.respondWith(answerManifest(event))
  }
}

function onMessage(event: ExtendableMessageEvent): void {
  const message = parseMessage(event.data)
  if (message?.type === 'SKIP_WAITING') event.waitUntil(scope.skipWaiting())
  if (message?.type === 'YIELD') {
    event.waitUntil(yieldUploads())
    event.ports[0]?.postMessage('heard')
  }
  if (message?.type === 'DRAIN') {
    // A page that was on its way when this worker became active has none yet.
    event.waitUntil(scope.clients.claim())
    event.waitUntil(sendUploads(message.submit))
  }
}
