/** Addresses of pictures that were given up. */
const givenUp = new Set<string>()

/**
 * Stops loading a picture whose element has gone from the page before it came: browsers hold the element and load it all the same,
 * before those that are looked at now. In a microtask, as React's strict mode takes refs away for a moment.
 */
export function markPictureFailed(image: HTMLImageElement): void {
  queueMicrotask(() => {
    if (image.isConnected || image.complete) return
    // Chromium's `currentSrc` is empty until a picture has come.
    givenUp.add(image.currentSrc || image.src)
    // An attribute that is removed stops nothing.
    image.removeAttribute('srcset')
    image.src = ''
  })
}

/** Whether a picture was given up, and has not come to the page again. */
export function wasGivenUp(address: string): boolean {
  if (!givenUp.has(address)) return false
  return Array.from(document.images).every(({ currentSrc }) => currentSrc !== address)
}

/** Loads the pictures of this page again that could not be loaded. */
export function reloadBrokenImages(): void {
  for (const image of document.images) {
    const src = image.getAttribute('src')
    // Setting the same address again reloads it.
    if (src && image.complete && image.naturalWidth === 0) image.setAttribute('src', src)
  }
}
