import { useSyncExternalStore } from 'react'

/** An item shown by a host, and the function that removes it. */
export interface Hosted<Item> {
  key: number
  item: Item
  dismiss: () => void
}

/** A list that any code can add to and that one mounted host shows: for alerts and toasts, which callbacks raise. */
export function createHostList<Item>() {
  let shown: readonly Hosted<Item>[] = []
  let lastKey = 0
  const listeners = new Set<() => void>()

  function change(next: readonly Hosted<Item>[]) {
    shown = next
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    /** Shows the item; the returned function removes it. */
    add(item: Item): () => void {
      const key = ++lastKey
      const dismiss = () => change(shown.filter((hosted) => hosted.key !== key))
      change([...shown, { key, item, dismiss }])
      return dismiss
    },
    useShown: (): readonly Hosted<Item>[] => useSyncExternalStore(subscribe, () => shown),
  }
}
