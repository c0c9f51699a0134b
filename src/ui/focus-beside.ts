/**
 * Moves the focus from a button in a list item that is about to be removed to the next item; from the last item to the next
 * control around the list. Otherwise the focus would be lost with the item.
 */
export function focusBeside(button: HTMLElement): void {
  const item = button.closest('li')
  const beside = item?.nextElementSibling ?? item?.previousElementSibling
  const target =
    beside?.querySelector('button') ??
    item?.closest('section')?.querySelector<HTMLElement>('input, a') ??
    item?.closest('main')
  target?.focus()
}
