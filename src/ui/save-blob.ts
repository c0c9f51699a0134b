/** Gives bytes to the user as a file, in the browser's own way of keeping files. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the bytes over by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}
