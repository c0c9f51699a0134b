import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An entry of the build's manifest: a chunk and what it pulls in. */
interface Chunk {
  file: string
  imports?: string[]
}

/** Where the built app lies. */
export const DIST = join(import.meta.dirname, '../dist')

/** Every script of a first visit to an Orma: the entry, which holds its page, and all it imports. */
export function eventPageScripts(): string[] {
  const chunks = readManifest()
  const keys = new Set(['index.html'])
  for (const key of keys) chunks[key]?.imports?.forEach((imported) => keys.add(imported))
  return [...keys].flatMap((key) => chunks[key]?.file ?? [])
}

/** The styles of a first visit: all but those that come with a screen that few open. */
export function styles(): string[] {
  return Object.values(readManifest()).flatMap(({ file }) =>
    file.endsWith('.css') && !file.includes('/heavy/') ? file : [],
  )
}

/** What a first visit stores for offline use, read from the finished worker. */
export function precachedFiles(): string[] {
  const worker = readFileSync(join(DIST, 'sw.js'), 'utf8')
  const entries = [...worker.matchAll(/\{"revision":(?:null|"\w+"),"url":"([^"]+)"\}/g)]
  if (entries.length === 0) throw new Error('the worker precaches nothing')
  return entries.flatMap(([, url]) => url ?? [])
}

function readManifest(): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))
}
