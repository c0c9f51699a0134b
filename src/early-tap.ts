let address: string | undefined

/** Notes the photo that somebody taps in the first look, by its post's address: the app opens it once it is there. */
export function noteEarlyTap(tapped: string): void {
  address = tapped
}

/** The address of the photo tapped last, once. */
export function takeEarlyTap(): string | undefined {
  const tapped = address
  address = undefined
  return tapped
}
