import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** Installed, built, stored or generated files are not the project's own. */
const NOT_OURS = new Set([
  'node_modules',
  'dist',
  'data',
  'test-results',
  '.git',
  'package-lock.json',
])

/** The path itself or every file below a folder, as paths from the repository's root; nothing where it does not exist. */
export function filesBelow(path = ''): string[] {
  const full = join(ROOT, path)
  if (!statSync(full, { throwIfNoEntry: false })?.isDirectory()) {
    return statSync(full, { throwIfNoEntry: false }) ? [path] : []
  }
  return readdirSync(full)
    .filter((name) => !NOT_OURS.has(name))
    .flatMap((name) => filesBelow(posix.join(path, name)))
}

export function sourcesBelow(folder: string): string[] {
  return filesBelow(folder).filter((path) => /\.tsx?$/.test(path))
}

export function readFile(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** The imports of a file: paths from the root for our own files, specifiers for packages and `node:` modules. */
export function importsOf(path: string): string[] {
  return specifiersIn(readFile(path)).map((specifier) =>
    specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier,
  )
}

const FROM = /^\s*(?:import|export)\s(?:[^'"`;=()]*?\sfrom\s)?\s*['"]([^'"]+)['"]/gm
const LAZY = /\bimport\(\s*['"]([^'"]+)['"]/g
const MODULE_URL = /\bnew URL\(\s*['"](\.[^'"]+\.tsx?)['"]\s*,\s*import\.meta\.url/g

/** The texts after `from` and `import`, in `import()`, and of modules started by their address. */
function specifiersIn(source: string): string[] {
  return [FROM, LAZY, MODULE_URL].flatMap((pattern) =>
    [...source.matchAll(pattern)].flatMap(([, specifier]) => specifier ?? []),
  )
}
