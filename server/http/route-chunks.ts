import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Screens with a chunk of their own, by address. An Orma's page is in the app's chunk. */
const ROUTE_SCREENS: readonly [address: RegExp, screen: string][] = [
  [/^\/$/, 'home-page'],
  [/^\/myormas$/, 'my-ormas-page'],
  [/^\/([^/]+\/)?login(\/|$)/, 'login-page'],
  [/^\/profile$/, 'profile-page'],
  [/^\/settings$/, 'settings-page'],
  [/^\/create\/orma$/, 'create-orma-page'],
  [/^\/getapp$/, 'get-app-page'],
  [/^\/share$/, 'share-target-page'],
  [/^\/(terms|privacy)$/, 'legal-pages'],
  [/^\/[^/]+\/post\/[^/]+$/, 'post-page'],
  [/^\/[^/]+\/upload$/, 'upload-page'],
  [/^\/[^/]+\/slideshow$/, 'slideshow-page'],
  [/^\/[^/]+\/slideshow\/select_img_slideshow$/, 'select-images-page'],
  [/^\/[^/]+\/highlights\/[^/]+$/, 'highlights-page'],
  [/^\/[^/]+\/(memories\/viewall|timeslot\/[^/]+)$/, 'memories-pages'],
]

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

/** Gives the scripts to preload for an address: those that the entry will import for its screen. */
export function createPreloads(dist: string): (pathname: string) => string[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const filesOf = new Map(
    ROUTE_SCREENS.map(([, screen]) => [screen, chunkFiles(manifest, `src/pages/${screen}.tsx`)]),
  )
  return (pathname) => {
    const screen = ROUTE_SCREENS.find(([address]) => address.test(pathname))?.[1]
    return (screen && filesOf.get(screen)) || []
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

/** Chunks with all their static imports. */
function importedBy(manifest: Readonly<Record<string, Chunk>>, chunks: readonly string[]) {
  const keys = new Set(chunks)
  for (const key of keys) manifest[key]?.imports?.forEach((imported) => keys.add(imported))
  return keys
}
