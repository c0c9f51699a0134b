import { Hono } from 'hono'
import { MEDIA_BASE } from '../../contract/routes.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { serveBlob } from '../http/serve-blob.ts'
import type { OrmaIcons } from '../media/orma-icons.ts'
import { eventIconKey, eventImageKey, ICON_KINDS } from './event-media.ts'
import type { IconKind } from './event-media.ts'

const IMAGE_FILE = /^([0-9a-f]{32})\.jpg$/
const ICON_FILE = /^([0-9a-f]{32})-(192|512|maskable)\.png$/

export interface EventMediaParts {
  blobs: BlobStore
  renderIcons: (picture: Uint8Array) => Promise<OrmaIcons>
}

/** Ormas' own pictures, and the icons made of them. A replaced one's blobs are deleted, so its addresses end with it. */
export function eventMediaRoutes({ blobs, renderIcons }: EventMediaParts): Hono {
  const media = new Hono()
  const making = new Map<string, Promise<void>>()

  media.get(`${MEDIA_BASE}/event/:file`, async (c, next) => {
    const file = c.req.param('file')
    const name = IMAGE_FILE.exec(file)?.[1]
    if (name !== undefined) {
      return (await serveBlob(c.req.raw, blobs, eventImageKey(name), 'image/jpeg')) ?? next()
    }
    const [, of, kind] = ICON_FILE.exec(file) ?? []
    if (of === undefined) return next()
    const key = eventIconKey(of, kind as IconKind)
    if ((await blobs.size(key)) === undefined) await makeIcons(of)
    return (await serveBlob(c.req.raw, blobs, key, 'image/png')) ?? next()
  })

  /** Made when the first of them is asked for, once for all who ask meanwhile. */
  function makeIcons(name: string): Promise<void> {
    const started = making.get(name) ?? renderAndKeep(name).finally(() => making.delete(name))
    making.set(name, started)
    return started
  }

  async function renderAndKeep(name: string): Promise<void> {
    const picture = await blobs.read(eventImageKey(name))
    if (!picture) return
    const icons = await renderIcons(picture)
    for (const kind of ICON_KINDS) await blobs.put(eventIconKey(name, kind), icons[kind])
  }

  return media
}
