/** An Orma's event_hash where it is a step of a path or stands alone, the page below it, and what follows behind a `#`. */
const IN_ADDRESS = /\/([\w-]{22})(?![\w-])((?:\/[\w-]+)*)[^\s#]*(#\S*)?/
const ALONE = /(?<![\w-])([\w-]{22})(?![\w-])()()/
/** What stands behind a link in a sentence. */
const SIGNS_AFTER = /[.,;:)\]>"'”’»]+$/

/**
 * The address in this app of the Orma that a text leads to: a link, an event_hash, or a message with one of them. With the word of
 * the door or the invitation behind its `#`. Undefined where there is none.
 */
export function readOrmaLink(text: string): string | undefined {
  const found = IN_ADDRESS.exec(text) ?? ALONE.exec(text)
  if (!found) return undefined
  const [, event_hash = '', page = '', hash = ''] = found
  return `/${event_hash}${page}${hash.replace(SIGNS_AFTER, '')}`
}
