import type { Plugin } from 'vite'
import { LATER_FILES } from '../contract/routes.ts'

/** Emits the list of files that are not precached, for the page to have them fetched when there is time. */
export function listLaterFiles(isLater: (file: string) => boolean): Plugin {
  return {
    name: 'orma:list-later-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.keys(bundle).filter((file) => isLater(file) && !file.endsWith('.map'))
        this.emitFile({
          type: 'asset',
          fileName: LATER_FILES.slice(1),
          source: JSON.stringify(files.map((file) => `/${file}`)),
        })
      },
    },
  }
}
