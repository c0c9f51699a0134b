/**
 * Stops loading a picture whose element has gone from the page before it came: browsers hold the element and load it all the same,
 * before those that are looked at now. In a microtask, as React's strict mode takes refs away for a moment.
 */
export function giveUpPicture(image: HTMLImageElement): void {
  queueMicrotask(() => {
    if (image.isConnected || image.complete) return
    // An attribute that is removed stops nothing.
    image.removeAttribute('srcset')
    image.src = ''
  })
}
