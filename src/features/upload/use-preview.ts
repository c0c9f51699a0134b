import { useEffect, useState } from 'react'
import type { Outbox } from '../../outbox/store/outbox.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { outboxOf } from '../../outbox/page/page-outboxes.ts'
import { previewInWorker } from './preview-in-worker.ts'
import { takeFile, whenStored } from './unstored-files.ts'

/** Keys of photos that this browser cannot decode; they are not tried again. */
const undecodable = new Set<string>()
let last: Promise<unknown> = Promise.resolve()

/**
 * Addresses of the previews by the photos' keys, for as long as the page is there: a hundred that go with the drafts, and are read anew
 * for the queue, hold a slow phone up. Each has about 15 kB.
 */
const made = new Map<string, string>()

/** The address of a photo's or video's preview; undefined until there is one, null where there can be none. */
export function usePreview({
  key,
  type,
  video,
  isInMemory,
}: OutboxPhoto): string | null | undefined {
  const [url, setUrl] = useState<string | null | undefined>(made.get(key))
  // That of a video was made of its file as it was chosen: its bytes are never read whole.
  const canMake = video === undefined
  useEffect(() => {
    let isGone = false
    const show = async () => {
      const outbox = outboxOf({ isInMemory })
      const read = async () =>
        (await outbox.readPreview(key)) ??
        (canMake ? await makeAndKeep(outbox, { key, type }) : undefined)
      await whenStored()
      const preview = await inTurn(async () => (isGone ? undefined : await read()))
      if (isGone) return
      if (preview) made.set(key, URL.createObjectURL(new Blob([preview])))
      setUrl(made.get(key) ?? null)
    }
    // Storage in trouble has none.
    if (!made.has(key)) show().catch(() => !isGone && setUrl(null))
    return () => {
      isGone = true
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
  const file = takeFile(key)
  const preview =
    (file && (await previewInWorker(file))) ?? (await makeOfStored(outbox, { key, type }))
  // On a full device the preview is made again each time.
  if (preview) await outbox.setPreview(key, preview).catch(() => undefined)
  else undecodable.add(key)
  return preview
}

async function makeOfStored(outbox: Outbox, { key, type }: Named) {
  const bytes = await outbox.readBytes(key)
  return bytes && (await previewInWorker(new Blob([bytes], { type })))
}
