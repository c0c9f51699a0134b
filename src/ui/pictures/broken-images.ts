/** Loads the pictures of this page again that could not be loaded. */
export function reloadBrokenImages(): void {
  for (const image of document.images) {
    const src = image.getAttribute('src')
    // Setting the same address again reloads it.
    if (src && image.complete && image.naturalWidth === 0) image.setAttribute('src', src)
  }
}
