import { Hono } from 'hono'
import type { Parts } from './parts.ts'
import { IMAGE_WIDTHS, WIDTH_QUERY } from '../../contract/image-widths.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'
import { StorageFull } from '../outages.ts'
import { serveBlob } from '../http/serve-blob.ts'
import type { PhotoProcess } from '../media/photo-process.ts'
import { eventIconKey, eventImageKey, ICON_KINDS, smallerImageKey } from './event-media.ts'
import type { IconKind } from './event-media.ts'

const IMAGE_FILE = /^([0-9a-f]{32})\.jpg$/
const ICON_FILE = new RegExp(`^([0-9a-f]{32})-(${ICON_KINDS.join('|')})\\.png$`)

interface EventMediaParts extends Pick<Parts, 'blobs' | 'log'> {
  photos: Pick<PhotoProcess, 'renderOrmaIcons' | 'renderSmaller'>
}

/** Ormas' own pictures, and what is made of them. A replaced one's blobs are deleted, so its addresses end with it. */
export function eventMediaRoutes({ blobs, photos, log }: EventMediaParts): Hono {
  const media = new Hono()
  const making = new Map<string, Promise<void>>()

  media.get(`${MEDIA_BASE}/event/:file`, async (c, next) => {
    const file = c.req.param('file')
    const name = IMAGE_FILE.exec(file)?.[1]
    if (name !== undefined) {
      const width = IMAGE_WIDTHS.find((one) => String(one) === c.req.query(WIDTH_QUERY))
      if (!width) {
        return (await serveBlob(c.req.raw, blobs, eventImageKey(name), 'image/jpeg')) ?? next()
      }
      const key = smallerImageKey(name, width)
      await makeOnce(key, name, async (picture) => ({
        [key]: await photos.renderSmaller(picture, width),
      }))
      return (
        (await serveBlob(c.req.raw, blobs, key, 'image/webp')) ??
        // Without room to keep a smaller one.
        (await serveBlob(c.req.raw, blobs, eventImageKey(name), 'image/jpeg')) ??
        next()
      )
    }
    const [, of, kind] = ICON_FILE.exec(file) ?? []
    if (of === undefined) return next()
    const key = eventIconKey(of, kind as IconKind)
    await makeOnce(key, of, async (picture) => {
      const icons = await photos.renderOrmaIcons(picture)
      return Object.fromEntries(ICON_KINDS.map((one) => [eventIconKey(of, one), icons[one]]))
    })
    return (await serveBlob(c.req.raw, blobs, key, 'image/png')) ?? next()
  })

  /** Makes what is asked for the first time, once for all who ask meanwhile. */
  async function makeOnce(
    key: string,
    name: string,
    make: (picture: Uint8Array) => Promise<Record<string, Uint8Array>>,
  ): Promise<void> {
    if ((await blobs.size(key)) !== undefined) return
    const started = making.get(key) ?? makeAndStore(name, make).finally(() => making.delete(key))
    making.set(key, started)
    await started
  }

  async function makeAndStore(
    name: string,
    make: (picture: Uint8Array) => Promise<Record<string, Uint8Array>>,
  ): Promise<void> {
    const picture = await blobs.read(eventImageKey(name))
    if (!picture) return
    try {
      for (const [key, made] of Object.entries(await make(picture))) {
        await blobs.put(key, made)
      }
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error
      log.warn('the disk is full', { error })
    }
  }

  return media
}
