import bold from '@fontsource/fraunces/files/fraunces-latin-700-normal.woff2?url'
import { TITLE_FONT } from '../../../film/draw-title.ts'

/** Loads the typeface of film titles. Never rejects: a title in another typeface is better than none. */
export async function loadTitleFont(): Promise<void> {
  const { family, weight } = TITLE_FONT
  try {
    const face = new FontFace(family, `url(${bold})`, { weight: String(weight) })
    document.fonts.add(await face.load())
  } catch (error) {
    console.error('The face of the film’s title could not be loaded:', error)
  }
}
