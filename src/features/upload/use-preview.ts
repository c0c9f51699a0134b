import { useEffect, useState } from 'react'
import type { Outbox } from '../../outbox/store/outbox.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { outboxOf } from '../../outbox/page/page-outboxes.ts'
import { previewInWorker } from './preview-in-worker.ts'

/** Keys of photos that this browser cannot decode; they are not tried again. */
const undecodable = new Set<string>()
let last: Promise<unknown> = Promise.resolve()

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
      const read = async () =>
        (await outbox.readPreview(key)) ??
        (canMake ? await makeAndKeep(outbox, { key, type }) : undefined)
      const preview = await inTurn(async () => (isGone ? undefined : await read()))
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

/** One at a time: a decoded photo takes 50 MB and more, and a hundred that are read at once hold a slow phone up. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const working = last.then(work)
  last = working.catch(() => undefined)
  return working
}

async function makeAndKeep(outbox: Outbox, { key, type }: Named): Promise<ArrayBuffer | undefined> {
  if (undecodable.has(key)) return undefined
  const bytes = await outbox.readBytes(key)
  const preview = bytes && (await previewInWorker(new Blob([bytes], { type })))
  // On a full device the preview is made again each time.
  if (preview) await outbox.setPreview(key, preview).catch(() => undefined)
  else undecodable.add(key)
  return preview
}
