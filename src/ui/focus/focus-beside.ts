import { focusContent } from './focus-content.ts'

/**
 * Moves the focus from a button in a list item that is about to be removed to the next item; from the last item to the field
 * around the list that chooses files, or else to the page. Otherwise the focus would be lost with the item.
 */
export function focusBeside(button: HTMLElement): void {
  const item = button.closest('li')
  const beside = item?.nextElementSibling ?? item?.previousElementSibling
  const target =
    beside?.querySelector('button') ??
    // What else is around the list may go with its last item.
    item?.closest('section')?.querySelector<HTMLElement>('[type=file]:not(li *)')
  if (target) target.focus()
  else focusContent()
}

/**
 * Moves the focus from an element that goes with it to the last link or button before it: Tab goes on from there to what comes in its
 * place. Whoever has moved on meanwhile stays there.
 */
export function focusBefore(element: HTMLElement): void {
  focusIfLost(controlBefore(element))
}

/** The last link or button of the page before an element. */
export function controlBefore(element: HTMLElement): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('main a, main button:enabled')]
    .filter((other) => other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
    .at(-1)
}

/** Moves the focus there where what had it has gone from the page. */
export function focusIfLost(element: HTMLElement | undefined): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) element?.focus({ preventScroll: true })
  })
}
