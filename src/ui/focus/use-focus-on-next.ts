import { useEffect, useRef } from 'react'

/**
 * Moves the focus of a photo that is gone from the list to the one in its place, or else to the heading, also where the list goes
 * with its last photo. The list's items have `data-post`. Waits while a dialog outside the list `isAsking`.
 */
export function useFocusOnNext(
  list: { current: HTMLUListElement | null },
  posts: readonly { id: number }[],
  isAsking = false,
) {
  const focused = useRef<{ id: string | undefined; at: number }>(undefined)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const item = target instanceof Element ? target.closest('li') : null
      // The dialog is still about a photo that is there.
      if (target instanceof Element && target.closest('dialog')) return
      // A dialog that goes with the list gives the focus back on its way.
      if (!list.current) return
      const items = [...list.current.children]
      const at = item ? items.indexOf(item) : -1
      focused.current = at < 0 ? undefined : { id: item?.dataset['post'], at }
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [list])
  useEffect(() => {
    const { id, at } = focused.current ?? {}
    if (isAsking || id === undefined || at === undefined) return
    if (posts.some((post) => String(post.id) === id)) return
    focused.current = undefined
    const next = list.current?.children[Math.min(at, posts.length - 1)]
    const target = next?.querySelector<HTMLElement>('button') ?? headingOf(list.current)
    target?.focus()
  }, [list, posts, isAsking])
  useEffect(
    () => () => {
      const isLost = focused.current?.id !== undefined && document.activeElement === document.body
      if (isLost) headingOf(null)?.focus()
    },
    [],
  )
}

/** The heading over a list; over one that is gone, the page's. */
function headingOf(list: Element | null): HTMLElement | null | undefined {
  const place = list?.closest('section, main') ?? document.querySelector('main')
  return place?.querySelector<HTMLElement>('h1, h2')
}
