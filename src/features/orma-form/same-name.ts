/** Whether somebody typed a name as it is read: a page shows one space for several, and each keyboard has quotation marks of its own. */
export function isSameName(typed: string, name: string): boolean {
  return plain(typed) === plain(name)
}

function plain(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .trim()
}
