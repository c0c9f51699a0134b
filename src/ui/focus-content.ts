/** Moves the focus to the page's beginning, so that screen readers announce it and Tab goes on from there. */
export function focusContent(): void {
  const main = document.querySelector('main')
  if (!main) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}

/** The same with the next frame, for a page that is just changing; what has got the focus on it by then keeps it. */
export function focusContentSoon(): void {
  // Now it would have the page laid out in one task with React's work.
  requestAnimationFrame(() => {
    if (!document.activeElement?.closest('main, dialog')) focusContent()
  })
}
