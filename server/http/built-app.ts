import { readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from 'node:crypto'
import { LATER_CHUNK, PAGES } from '../../contract/pages.ts'
import { SerializedAnswer } from './reply.ts'

const pageFile = (name: string) => `src/pages/${name}.tsx`
const IN_APP = pageFile(PAGES.orma.file)
const PAGE_FILES = Object.values(PAGES).map(({ path, file }) => ({
  address: new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
  file: pageFile(file),
}))

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  dynamicImports?: string[]
}

/** Gives the scripts to preload for an address: those that the entry will import for its page; none for an Orma's, which is in the app's chunk. */
export function createPreloads(dist: string): (pathname: string) => string[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const keys = Object.keys(manifest)
  const later = keys.find((key) => manifest[key]?.name === LATER_CHUNK)
  const chunkOf = (file: string) => (file in manifest || file === IN_APP ? file : later)
  const filesOf = new Map(
    PAGE_FILES.map(({ file }) => [file, chunkFiles(manifest, chunkOf(file) ?? file)]),
  )
  return (pathname) => {
    const page = PAGE_FILES.find(({ address }) => address.test(pathname))
    return (page && filesOf.get(page.file)) ?? []
  }
}

/** The files of a chunk and its imports, without those that the HTML links to anyway. */
function chunkFiles(manifest: Readonly<Record<string, Chunk>>, chunk: string): string[] {
  const named = importedBy(manifest, [
    'index.html',
    ...(manifest['index.html']?.dynamicImports ?? []),
  ])
  const keys = [...importedBy(manifest, [chunk])].filter((key) => !named.has(key))
  return keys.flatMap((key) => manifest[key]?.file ?? [])
}

function importedBy(manifest: Readonly<Record<string, Chunk>>, chunks: readonly string[]) {
  const keys = new Set(chunks)
  for (const key of keys) manifest[key]?.imports?.forEach((imported) => keys.add(imported))
  return keys
}

/** Where the worker's script names the HTML. */
const PAGE_REVISION = /"revision":"\w+(?=","url":"index\.html")/

/** What an operator's settings put into the HTML and its headers. */
interface HostSettings {
  headers: Readonly<Record<string, string>>
  defaultCountry: string | undefined
}

/**
 * The built worker's script, which is another one where the operator's settings are; undefined where the build has none. Browsers
 * keep the HTML, and the headers that it and the worker came with, until the bytes of the worker and the revision of the HTML change.
 */
export function readWorkerScript(
  dist: string,
  host: HostSettings,
): SerializedAnswer<string> | undefined {
  const file = join(dist, 'sw.js')
  if (!existsSync(file)) return undefined
  const digest = hash('sha256', JSON.stringify(host)).slice(0, 16)
  const script = readFileSync(file, 'utf8').replace(PAGE_REVISION, `$&${digest}`)
  return new SerializedAnswer(Buffer.from(script))
}
