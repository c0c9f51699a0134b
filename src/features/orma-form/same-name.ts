/**
 * Whether somebody typed a name as it is read: a page shows one space for several and nothing of some signs, and each keyboard has
 * quotation marks of its own.
 */
export function isSameName(typed: string, name: string): boolean {
  return plain(typed) === plain(name)
}

function plain(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .trim()
}
