/** Longer than a page takes to come. */
const GROWN_MS = 5_000

/** What was shared last: two of one name would be none. */
let shared: HTMLElement | undefined

/** Has a tile's photo grow into that of its post. Returns whether it does: nothing moves for who wants that. */
export function growsOnTap(target: Element): boolean {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return false
  return shareWithPost(target.closest('a'))
}

/** Has a tile's photo be the same as that of its post while a page gives way to another (`post-card.module.css`). */
export function shareWithPost(tile: Element | null): boolean {
  const photo = tile?.querySelector<HTMLElement>('.thumb')
  if (!photo) return false
  if (shared) unname(shared)
  shared = photo
  photo.style.viewTransitionName = 'photo'
  setTimeout(() => unname(photo), GROWN_MS)
  return true
}

function unname({ style }: HTMLElement): void {
  style.removeProperty('view-transition-name')
}
