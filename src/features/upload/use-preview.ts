import { useEffect, useState } from 'react'
import type { Outbox } from '../../outbox/store/outbox.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { outboxOf } from '../../outbox/page/page-outboxes.ts'
import { drawSmall } from './small-picture.ts'

/** Keys of photos that this browser cannot decode; they are not tried again. */
const undecodable = new Set<string>()
let lastMade: Promise<unknown> = Promise.resolve()

/** The address of a photo's or video's preview; undefined until there is one, null where there can be none. */
export function usePreview({
  key,
  type,
  video,
  isInMemory,
}: OutboxPhoto): string | null | undefined {
  const [url, setUrl] = useState<string | null>()
  // That of a video was made of its file as it was chosen: its bytes are never read whole.
  const canMake = video === undefined
  useEffect(() => {
    let made: string | undefined
    let isGone = false
    const show = async () => {
      const outbox = outboxOf({ isInMemory })
      const stored = await outbox.readPreview(key)
      const preview = stored ?? (canMake ? await makeInTurn(outbox, { key, type }) : undefined)
      if (isGone) return
      if (!preview) return setUrl(null)
      made = URL.createObjectURL(new Blob([preview]))
      setUrl(made)
    }
    // Storage in trouble has none.
    show().catch(() => !isGone && setUrl(null))
    return () => {
      isGone = true
      setUrl(undefined)
      if (made) URL.revokeObjectURL(made)
    }
  }, [key, type, canMake, isInMemory])
  return url
}

type Named = Pick<OutboxPhoto, 'key' | 'type'>

/** One at a time: a decoded photo takes 50 MB and more. */
function makeInTurn(outbox: Outbox, photo: Named): Promise<ArrayBuffer | undefined> {
  const making = lastMade.then(() => makeAndKeep(outbox, photo))
  lastMade = making.catch(() => undefined)
  return making
}

async function makeAndKeep(outbox: Outbox, { key, type }: Named): Promise<ArrayBuffer | undefined> {
  if (undecodable.has(key)) return undefined
  const bytes = await outbox.readBytes(key)
  const preview = bytes && (await makePreview(new Blob([bytes], { type })))
  // On a full device the preview is made again each time.
  if (preview) await outbox.setPreview(key, preview).catch(() => undefined)
  else undecodable.add(key)
  return preview
}

/** A small upright preview of a photo; undefined where this browser cannot decode it. */
async function makePreview(photo: Blob): Promise<ArrayBuffer | undefined> {
  try {
    const full = await createImageBitmap(photo)
    const small = drawSmall(full, full)
    // It is drawn in this task.
    full.close()
    return await small
  } catch {
    // Some photos cannot be decoded here (HEIC); they are sent all the same.
    return undefined
  }
}
