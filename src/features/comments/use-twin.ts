import { useEffect, useEffectEvent } from 'react'

/** The fields that are there, by the draft that they write: a photo's card has one, and the viewer over it another. */
const fields = new Set<{ draft: string; read: () => void }>()

/** Calls `read` once another field of this draft has gone. */
export function useTwin(draft: string, read: () => void): void {
  const onGone = useEffectEvent(read)
  useEffect(() => {
    const field = { draft, read: () => onGone() }
    fields.add(field)
    return () => {
      fields.delete(field)
      for (const other of fields) if (other.draft === draft) other.read()
    }
  }, [draft])
}
