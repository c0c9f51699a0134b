import { SHARE } from '../contract/routes.ts'
import { NO_ORMA } from '../src/device/outbox-photo.ts'
import { outbox } from '../src/device/outbox.ts'
import { readSession } from '../src/device/token.ts'
import { announceUploads } from '../src/uploads/announce.ts'
import { keepPhoto } from '../src/uploads/keep-chosen-photo.ts'
import { scope } from './worker-scope.ts'

/** Whether a request brings photos that somebody has shared with the app from the phone's gallery. */
export function isShared({ method }: Request, { origin, pathname }: URL): boolean {
  return method === 'POST' && pathname === SHARE.path && origin === scope.location.origin
}

/**
 * Keeps shared photos on the device, as drafts that have no Orma yet, and leads to the page that asks for one. `?lost` tells
 * it how many could not be kept.
 */
export async function receiveShared(request: Request): Promise<Response> {
  const files = await readFiles(request)
  const userId = (await readSession())?.user.id
  let lost = 0
  for (const file of files) {
    try {
      await keepPhoto(file, { outbox, eventHash: NO_ORMA, userId })
    } catch (error) {
      console.error(error)
      lost += 1
    }
  }
  announceUploads()
  const location = lost > 0 ? `${SHARE.path}?lost=${lost}` : SHARE.path
  return new Response(null, { status: 303, headers: { location } })
}

async function readFiles(request: Request): Promise<File[]> {
  try {
    const shared = (await request.formData()).getAll(SHARE.field)
    return shared.filter((value) => value instanceof File)
  } catch {
    // Not a form: nothing was shared.
    return []
  }
}
