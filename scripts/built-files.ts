import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An entry of the build's manifest: a chunk and its imports. */
interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

export const DIST = join(import.meta.dirname, '../dist')

/** The scripts of a first visit to an Orma. */
export function eventPageScripts(): string[] {
  return eventPageChunks().map(({ file }) => file)
}

/** The styles of a first visit. */
export function eventPageStyles(): string[] {
  return eventPageChunks().flatMap(({ css = [] }) => css)
}

/** The entry, the app that it loads, which contains an Orma's page, and everything these import. */
function eventPageChunks(): Chunk[] {
  const chunks: Record<string, Chunk> = JSON.parse(
    readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'),
  )
  const keys = new Set(['index.html', ...(chunks['index.html']?.dynamicImports ?? [])])
  for (const key of keys) chunks[key]?.imports?.forEach((imported) => keys.add(imported))
  return [...keys].flatMap((key) => chunks[key] ?? [])
}

/** The precached files, read from the built worker. */
export function precachedFiles(): string[] {
  const worker = readFileSync(join(DIST, 'sw.js'), 'utf8')
  const entries = [...worker.matchAll(/\{"revision":(?:null|"\w+"),"url":"([^"]+)"\}/g)]
  if (entries.length === 0) throw new Error('the worker precaches nothing')
  return entries.flatMap(([, url]) => url ?? [])
}
