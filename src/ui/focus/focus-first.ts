/**
 * As the `ref` of a field: the dialog that opens with it gives it the focus. React's `autoFocus` comes before the dialog is shown, when
 * nothing in it can have the focus.
 */
export function focusFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}
