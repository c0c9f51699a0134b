import { useEffect, useState } from 'react'
import { outbox } from '../../device/outbox.ts'
import type { OutboxPhoto } from '../../device/outbox-photo.ts'
import { makePreview } from '../../uploads/make-preview.ts'

/** Photos that this browser cannot decode; they are not tried again. */
const undecodable = new Set<string>()
let lastMade: Promise<unknown> = Promise.resolve()

/** The address of a small picture of the photo; undefined until there is one, or where there can be none. */
export function usePreview({ key, type }: OutboxPhoto): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let isGone = false
    const show = async () => {
      const preview = (await outbox.readPreview(key)) ?? (await makeInTurn(key, type))
      if (!preview || isGone) return
      made = URL.createObjectURL(new Blob([preview]))
      setUrl(made)
    }
    // Without a preview the photo is shown by its place alone.
    show().catch(() => undefined)
    return () => {
      isGone = true
      setUrl(undefined)
      if (made) URL.revokeObjectURL(made)
    }
  }, [key, type])
  return url
}

/** One at a time: a decoded photo takes 50 MB and more. */
function makeInTurn(key: string, type: string): Promise<ArrayBuffer | undefined> {
  const making = lastMade.then(() => makeAndKeep(key, type))
  lastMade = making.catch(() => undefined)
  return making
}

async function makeAndKeep(key: string, type: string): Promise<ArrayBuffer | undefined> {
  if (undecodable.has(key)) return undefined
  const bytes = await outbox.readBytes(key)
  const preview = bytes && (await makePreview(new Blob([bytes], { type })))
  if (preview) await outbox.setPreview(key, preview)
  else undecodable.add(key)
  return preview
}
