import { useCallback, useEffect, useEffectEvent } from 'react'

/** The fields that are there, by the draft that they write: a photo's card has one, and the viewer over it another. */
const fields = new Set<{ draft: string; read: () => void }>()

function tell(draft: string): void {
  for (const field of fields) if (field.draft === draft) field.read()
}

/** Calls `read` once another field of this draft has gone, or has sent its words. Returns a function that tells all of them so. */
export function useTwin(draft: string, read: () => void): () => void {
  const onTold = useEffectEvent(read)
  useEffect(() => {
    const field = { draft, read: () => onTold() }
    fields.add(field)
    return () => {
      fields.delete(field)
      tell(draft)
    }
  }, [draft])
  return useCallback(() => tell(draft), [draft])
}
