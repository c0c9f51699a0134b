/** Moves the focus to the page's beginning, so that screen readers announce it and Tab goes on from there. */
export function focusContent(): void {
  const main = document.querySelector('main')
  if (!main) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}

/** The same with the next frame, for a new page; what has got the focus on it by then keeps it. */
export function focusContentSoon(): void {
  // Now it would have the page laid out in one task with React's work.
  requestAnimationFrame(() => {
    if (!document.activeElement?.closest('main, dialog')) focusContent()
  })
}

/** The same where what had the focus has gone from the page, or is hidden: whoever has moved on meanwhile stays there. */
export function focusContentIfLost(): void {
  requestAnimationFrame(() => {
    const { activeElement, body } = document
    if (activeElement === body || activeElement?.getClientRects().length === 0) focusContent()
  })
}
