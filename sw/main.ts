import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NOT_PAGES } from '../contract/pages.ts'
import { FEEDS_TAG } from '../contract/worker-messages.ts'
import { showDoorKeys } from '../src/api/door-header.ts'
import { readDoorKey } from '../src/device/door-key.ts'
import { refreshFeeds } from './feeds.ts'
import { answerNavigation } from './navigation.ts'
import { answerManifest, isOrmaManifest } from './orma-manifest.ts'
import { answerPicture, isPictureAsked } from './pictures.ts'
import { answerAppFile, installFiles, isAppFile, nameFiles } from './precache.ts'
import { isShareRequest, receiveSharedPhotos } from './shared-photos.ts'
import { heedMessage, takeOver, sendUploads, sendUploadsOnSync } from './uploads.ts'
import { answerVideo, isVideoAsked } from './videos.ts'
import { scope } from './worker-scope.ts'

declare const self: Pick<ServiceWorkerGlobalScope, '__WB_MANIFEST'>

// The build replaces this name by the list of files.
nameFiles(self.__WB_MANIFEST)

// Left out of a build without an address.
if (import.meta.env.VITE_API_HOST) showDoorKeys(readDoorKey)

registerRoute(isShareRequest, receiveSharedPhotos, 'POST')
registerRoute(isPictureAsked, answerPicture)
registerRoute(isVideoAsked, answerVideo)
registerRoute(new NavigationRoute(answerNavigation, { denylist: NOT_PAGES }))
registerRoute(isAppFile, answerAppFile)
registerRoute(isOrmaManifest, answerManifest)

// The first worker activates by itself, later ones when a person accepts.
scope.addEventListener('install', (event) => event.waitUntil(installFiles(event)))
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))
scope.addEventListener('message', heedMessage)
scope.addEventListener('sync', (event) => event.waitUntil(sendUploadsOnSync(event)))

// Only some browsers have it, and only for installed apps.
scope.addEventListener('periodicsync', (event) => {
  // What waits since the browser has given up its sync events has another try.
  if (event.tag === FEEDS_TAG) event.waitUntil(Promise.all([refreshFeeds(), sendUploads()]))
})
