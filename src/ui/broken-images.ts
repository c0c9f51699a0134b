/** Has the pictures of this page that could not be loaded loaded again. */
export function reloadBrokenImages(): void {
  for (const image of document.images) {
    const src = image.getAttribute('src')
    // Setting the address that it has asks for it anew.
    if (src && image.complete && image.naturalWidth === 0) image.setAttribute('src', src)
  }
}
