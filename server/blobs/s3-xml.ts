const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/**
 * The contents of each element of this name in an answer of S3, whose documents are flat: no element there holds another of its
 * own name.
 */
export function elements(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>(.*?)</${name}>`, 'gs')
  return [...xml.matchAll(pattern)].map(([, inner = '']) => inner)
}

/** The text of the first element of this name; undefined where there is none. */
export function elementText(xml: string, name: string): string | undefined {
  const [inner] = elements(xml, name)
  return inner?.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, entity) => {
    if (decimal) return String.fromCodePoint(Number(decimal))
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return ENTITIES[entity] ?? whole
  })
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
