import type { Plugin } from 'vite'

/** What the page has it read of photos: those it makes smaller are JPEGs. */
const USED = ['USE_JPEG', 'USE_EXIF']

/** Leaves out of the page's EXIF reader what it never reads, by the switches that its own custom builds set. */
export function smallExifReader(): Plugin {
  return {
    name: 'orma:small-exif-reader',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/exifreader/src/')) return undefined
      const switched = code.replaceAll(/\bConstants\.(USE_\w+)/g, (_all, name: string) =>
        String(USED.includes(name)),
      )
      return { code: switched, map: null }
    },
  }
}
