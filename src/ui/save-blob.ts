/** Downloads bytes as a file of this name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By the next task the browser has read the address.
  setTimeout(() => URL.revokeObjectURL(url))
}
