import type { Plugin } from 'vite'
import { LAZY_FILES } from '../../contract/routes.ts'
import { isHeavyFile } from './chunks.ts'

/** Emits the list of files that are not precached, so that the page can fetch them when there is time. */
export function listLaterFiles(): Plugin {
  return {
    name: 'orma:list-later-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.keys(bundle).filter(
          (file) => isHeavyFile(file) && !file.endsWith('.map'),
        )
        this.emitFile({
          type: 'asset',
          fileName: LAZY_FILES.slice(1),
          source: JSON.stringify(files.map((file) => `/${file}`)),
        })
      },
    },
  }
}
