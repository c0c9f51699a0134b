import { isIosApp } from './ios-app.ts'

/** Safari on iPhones may read a file's address long after the press. */
const READ_WITHIN_MS = 40_000

/** Saves bytes as a file of this name: as a download, or where there are none by the share sheet. */
export function saveBlob(blob: Blob, name: string): void {
  const file = new File([blob], name, { type: blob.type })
  if (isIosApp()) void shareOrSave(file)
  else download(file)
}

/** Opens the share sheet with a file, where it can also be saved; without a sheet for files downloads it. */
export async function shareOrSave(file: File): Promise<void> {
  if (!canShare(file)) return download(file)
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    // Closing the sheet is no error. Where it does not open, because the tap was too long ago, the file is downloaded.
    if (!(error instanceof DOMException) || error.name !== 'AbortError') download(file)
  }
}

export function canShare(file: File): boolean {
  return 'canShare' in navigator && navigator.canShare({ files: [file] })
}

function download(file: File): void {
  const url = URL.createObjectURL(file)
  saveAddress(url, file.name)
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS)
}

/** Has the browser save what is at an address, under this name or the one that the server gives. */
export function saveAddress(href: string, name = ''): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}
