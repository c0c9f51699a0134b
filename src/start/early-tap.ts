/** A photo that was tapped in the first look, by its post's address. */
let tapped: string | undefined

/** Has the app open what this link leads to, once it is there: to follow the link would begin all anew, over the same slow line. */
export function openLater(link: HTMLAnchorElement): void {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    link.dataset['tapped'] = ''
    tapped = link.href
  })
}

/** The address of the photo that was tapped last, once. */
export function takeEarlyTap(): string | undefined {
  const address = tapped
  tapped = undefined
  return address
}
