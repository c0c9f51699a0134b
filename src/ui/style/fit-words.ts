import type { CSSProperties } from 'react'

/** For a name in the display face: its letters are smaller where its longest word would break otherwise. */
export function fitWords(name: string): CSSProperties {
  return { '--letters': longestWord(name) } as CSSProperties
}

/** How many letters a name's longest word has. */
export function longestWord(name: string): number {
  return Math.max(...name.split(/[\s-]/).map((word) => word.length))
}
