/**
 * Hands the focus of a button in a list item that is about to go to the item beside it; from the last one to the next thing to
 * press around the list. Otherwise focus would be lost with the item.
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
