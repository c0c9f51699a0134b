import type { Plugin } from 'vite'

/**
 * Fails a build in which chunks import one another in a circle: one of them would run before what it needs has, and a screen would
 * break for whoever opens it first.
 */
export function refuseChunkCycles(): Plugin {
  return {
    name: 'orma:refuse-chunk-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const importsOf = (file: string): readonly string[] => {
        const output = bundle[file]
        return output?.type === 'chunk' ? output.imports : []
      }
      for (const file of Object.keys(bundle)) {
        const reached = new Set<string>()
        const next = [...importsOf(file)]
        for (let other = next.pop(); other !== undefined; other = next.pop()) {
          if (other === file)
            this.error(`${file} needs itself, by way of ${[...reached].join(', ')}`)
          if (!reached.has(other)) next.push(...importsOf(other))
          reached.add(other)
        }
      }
    },
  }
}
