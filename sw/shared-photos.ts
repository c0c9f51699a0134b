import type { RouteHandlerCallbackOptions, RouteMatchCallbackOptions } from 'workbox-core/types.js'
import { isPhotoFile } from '../contract/photo-type.ts'
import { SHARE } from '../contract/routes.ts'
import { NO_ORMA } from '../src/outbox/store/outbox-photo.ts'
import { outbox } from '../src/outbox/store/outbox.ts'
import { readSession } from '../src/device/token.ts'
import { announceUploads } from '../src/outbox/queue/announce.ts'
import { queuePhoto } from '../src/outbox/store/queue-photo.ts'

/** Whether a request shares photos with the app from the phone's gallery. */
export function isShareRequest({ sameOrigin, url }: RouteMatchCallbackOptions): boolean {
  return sameOrigin && url.pathname === SHARE.path
}

/**
 * Stores shared photos as drafts without an Orma, and redirects to the page that asks for one. `?lost` is the number of photos
 * that could not be stored, as far as it is known; `?foreign` has the names of files that are no photos.
 */
export async function receiveSharedPhotos({
  request,
}: Pick<RouteHandlerCallbackOptions, 'request'>): Promise<Response> {
  const files = await readFiles(request)
  const userId = (await readSession())?.user.id
  const foreign: string[] = []
  let lost = files ? 0 : 1
  for (const file of files ?? []) {
    if (!(await isPhotoFile(file))) {
      foreign.push(file.name)
      continue
    }
    try {
      await queuePhoto(file, { outbox, eventHash: NO_ORMA, userId })
    } catch (error) {
      console.error(error)
      lost += 1
    }
  }
  announceUploads()
  const told = new URLSearchParams()
  if (lost > 0) told.set('lost', String(lost))
  if (foreign.length > 0) told.set('foreign', JSON.stringify(foreign))
  const location = `${SHARE.path}?${told}`.replace(/\?$/, '')
  return new Response(null, { status: 303, headers: { location } })
}

/** The files of a form. Undefined where they cannot be read: one that the gallery does not give makes all of them unreadable. */
async function readFiles(request: Request): Promise<File[] | undefined> {
  // Not a form: nothing was shared.
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return []
  try {
    const shared = (await request.formData()).getAll(SHARE.field)
    return shared.filter((value) => value instanceof File)
  } catch (error) {
    console.error(error)
    return undefined
  }
}
