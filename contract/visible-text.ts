/**
 * A sign that nobody sees by itself. By hand, since no property of Unicode tells: the blank of Braille, the marks of annotations and
 * of objects that are not there, a note without its head, the joints and blanks of hieroglyphs.
 */
const HIDDEN =
  /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffc\u{1d159}\u{13430}-\u{1343f}\u{13441}\u{13442}]/u

/** What changes the sign before it: an emoji's colour, a flag's letters, how the last letter is joined. */
const JOINED = /[\p{Grapheme_Extend}\u200d]/u

/**
 * What a person typed, without what nobody sees at its ends; '' where there is nothing to see. Joiners within and at the end of
 * visible words stay.
 */
export function visibleText(typed: string): string {
  const signs = Array.from(typed)
  const isVisible = (sign: string) => !HIDDEN.test(sign)
  const first = signs.findIndex(isVisible)
  if (first < 0) return ''
  let end = signs.findLastIndex(isVisible) + 1
  while (JOINED.test(signs[end] ?? '')) end += 1
  return signs.slice(first, end).join('')
}
