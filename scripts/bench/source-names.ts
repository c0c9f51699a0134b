import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { DIST } from '../built-files.ts'

interface Mapping {
  originalSource: string
  originalLine: number
  originalColumn: number
  name: string
}

/** A function of the built app, found again in its source. */
export interface SourcePlace {
  /** A package, or a file of ours. */
  owner: string
  isOurs: boolean
  /** Name and line, or what the browser calls it. */
  name: string
}

/** Finds the source of functions by the build's source maps; line and column count from 0. */
export function createSourceNames() {
  const maps = new Map<string, SourceMap | undefined>()
  const mapOf = (path: string) => {
    if (!maps.has(path)) {
      const file = join(DIST, `${path}.map`)
      const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined
      maps.set(path, text === undefined ? undefined : new SourceMap(JSON.parse(text)))
    }
    return maps.get(path)
  }
  return (url: string, line: number, column: number, shortName: string): SourcePlace => {
    const path = url.startsWith('http') ? new URL(url).pathname : ''
    const entry = path ? (mapOf(path)?.findEntry(line, column) as Partial<Mapping>) : undefined
    // Code that the bundler added has a place without a source.
    if (!entry?.originalSource) {
      return { owner: path || 'browser', isOurs: false, name: shortName || '(script)' }
    }
    const { originalSource, originalLine = 0, originalColumn = 0 } = entry
    const [, package_] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(originalSource) ?? []
    const source = originalSource.replace(/^(?:\.\.\/)+/, '')
    const text = lineOf(mapOf(path), originalSource, originalLine)
    const name = nameIn(text, originalColumn) ?? entry.name ?? shortName
    return {
      owner: package_ ?? source,
      isOurs: package_ === undefined,
      name: `${name}:${originalLine + 1}`,
    }
  }
}

function lineOf(map: SourceMap | undefined, source: string, line: number): string {
  const { sources = [], sourcesContent = [] } = (map?.payload ?? {}) as Partial<
    SourceMap['payload']
  >
  return sourcesContent[sources.indexOf(source)]?.split('\n')[line] ?? ''
}

/** The name that a line gives to the function at or after this column. */
function nameIn(text: string, column: number): string | undefined {
  const after = /^[^;]{0,20}?(?:function\s+|class\s+)([\w$]+)/.exec(text.slice(column))?.[1]
  if (after) return after
  return /(?:function|const|let|var|async|static|\*)?\s*([\w$]+)\s*(?:[:=]\s*|\()/.exec(text)?.[1]
}
