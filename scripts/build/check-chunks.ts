import type { Plugin, Rolldown } from 'vite'
import { isHeavyFile } from './chunks.ts'

/**
 * Fails a build in which chunks import one another in a circle: one would run before its imports, and break the first screen that
 * uses it. Also fails one in which a precached chunk needs one that is not precached.
 */
export function checkChunks(): Plugin {
  return {
    name: 'orma:check-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue
        const needed = importedBy(output, bundle)
        if (needed.has(output.fileName)) {
          this.error(`${output.fileName} needs itself, by way of ${[...needed].join(', ')}`)
        }
        const heavy = isHeavyFile(output.fileName) ? undefined : [...needed].find(isHeavyFile)
        if (heavy) this.error(`${output.fileName} is precached and cannot run without ${heavy}`)
      }
    },
  }
}

/** Files of all chunks that a chunk imports statically, directly or through others. */
export function importedBy(
  { imports }: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
): Set<string> {
  const files = new Set(imports)
  for (const file of files) {
    const output = bundle[file]
    if (output?.type === 'chunk') output.imports.forEach((imported) => files.add(imported))
  }
  return files
}
