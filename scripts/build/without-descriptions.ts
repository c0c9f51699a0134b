import type { Plugin } from 'vite'

/** As the compiler writes it, which leaves no comma behind a last argument. */
const WORDS = /\bdescribed\(\s*(?:"(?:[^"\\\n]|\\.)*"|`[^`]*`),\s*/g

/** Leaves out of page and worker what fields mean: only the server tells it, in the API's description. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'orma:without-descriptions',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/contract/')) return undefined
      return { code: code.replaceAll(WORDS, '('), map: null }
    },
  }
}
