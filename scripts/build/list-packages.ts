import type { Plugin } from 'vite'

/** The last one: packages may lie within packages. */
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//

/**
 * Writes down which packages have come into a program, page or worker, with the length of what is used of each, for tests to read. It is
 * not served.
 */
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
