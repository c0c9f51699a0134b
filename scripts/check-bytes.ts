import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** An entry of the build's manifest: a chunk and what it pulls in. */
interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
  isDynamicEntry?: boolean
}

const DIST = join(import.meta.dirname, '../dist')

/** The modules whose chunks an Orma's page needs before it shows its feed. */
const EVENT_PAGE = /^src\/(routes\/event[^/]*|features\/(feed|event)\/[^/]*)\.tsx?$/

/** Budgets in bytes after brotli at its best. */
const BUDGETS = {
  'JavaScript of the event page': 115_000,
  CSS: 8_000,
  'service worker': 14_000,
  precache: 180_000,
}

const figures: Record<keyof typeof BUDGETS, string[]> = {
  'JavaScript of the event page': eventPageScripts(),
  CSS: styles(),
  'service worker': ['sw.js'],
  precache: precached(),
}

let exceeded = false
for (const [name, files] of Object.entries(figures)) {
  const budget = BUDGETS[name as keyof typeof BUDGETS]
  const bytes = files.reduce((sum, file) => sum + compressedSize(file), 0)
  const verdict = bytes <= budget ? 'ok' : 'TOO LARGE'
  exceeded ||= bytes > budget
  console.log(
    `${name.padEnd(30)} ${kilobytes(bytes)} of ${kilobytes(budget)} kB  ${String(files.length).padStart(3)} files  ${verdict}`,
  )
}
process.exitCode = exceeded ? 1 : 0

/** Every script that loads before the first feed shows: the entry, the event page's chunks, and all they import. */
function eventPageScripts(): string[] {
  const chunks = readManifest()
  const screens = Object.keys(chunks).filter(
    (key) => EVENT_PAGE.test(key) && chunks[key]?.isDynamicEntry,
  )
  if (screens.length === 0) throw new Error(`no chunk of the event page in the build's manifest`)

  const keys = new Set(['index.html', ...screens])
  for (const key of keys) chunks[key]?.imports?.forEach((imported) => keys.add(imported))
  return [...keys].flatMap((key) => chunks[key]?.file ?? [])
}

function styles(): string[] {
  return Object.values(readManifest()).flatMap(({ file }) => (file.endsWith('.css') ? file : []))
}

/** What a first visit stores for offline use, read from the finished worker. */
function precached(): string[] {
  const worker = readFileSync(join(DIST, 'sw.js'), 'utf8')
  const entries = [...worker.matchAll(/\{"revision":(?:null|"\w+"),"url":"([^"]+)"\}/g)]
  return entries.flatMap(([, url]) => url ?? [])
}

function readManifest(): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))
}

/** Bytes on the line; what is compressed already, such as a font, travels as it is. */
function compressedSize(file: string): number {
  const bytes = readFileSync(join(DIST, file))
  return Math.min(bytes.length, brotliCompressSync(bytes).length)
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(6)
}
