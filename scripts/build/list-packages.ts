import type { Plugin } from 'vite'

/** The last match: packages may be inside packages. */
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//

/** Writes which packages are in a program, page or worker, and how many characters of each, for tests to read. Not served. */
export function listPackages(program: 'page' | 'worker'): Plugin {
  return {
    name: 'orma:list-packages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const lengths: Record<string, number> = {}
        for (const output of Object.values(bundle)) {
          if (output.type !== 'chunk') continue
          for (const [id, { renderedLength }] of Object.entries(output.modules)) {
            const name = PACKAGE.exec(id)?.[1]
            if (name) lengths[name] = (lengths[name] ?? 0) + renderedLength
          }
        }
        const source = JSON.stringify(lengths, null, 2)
        this.emitFile({ type: 'asset', fileName: `.vite/${program}-packages.json`, source })
      },
    },
  }
}
