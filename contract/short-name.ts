/** Home screens cut longer names. */
const SHORT_NAME_MAX = 12

/** As many of the name's first words as fit; a long first word stays whole. */
export function shortName(name: string): string {
  const [first = name, ...words] = name.split(' ')
  let short = first
  for (const word of words) {
    if (short.length + 1 + word.length > SHORT_NAME_MAX) break
    short += ` ${word}`
  }
  return short
}
