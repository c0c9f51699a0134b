import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The screens in files of their own, or in one of several screens, by the addresses that open them; an Orma's page is in the entry. */
const ROUTE_SCREENS: readonly [address: RegExp, screen: string][] = [
  [/^\/(myormas)?$/, 'ormas'],
  [/^\/([^/]+\/)?login(\/|$)/, 'login-page'],
  [/^\/(profile|settings)$/, 'person'],
  [/^\/create\/orma$/, 'create-orma-page'],
  [/^\/getapp$/, 'get-app-page'],
  [/^\/share$/, 'share-target-page'],
  [/^\/(terms|privacy)$/, 'legal-pages'],
  [/^\/[^/]+\/post\/[^/]+$/, 'post-page'],
  [/^\/[^/]+\/upload$/, 'upload-page'],
  [/^\/[^/]+\/slideshow$/, 'slideshow-page'],
  [/^\/[^/]+\/slideshow\/select_img_slideshow$/, 'select-images-page'],
  [/^\/[^/]+\/highlights\/[^/]+$/, 'highlights'],
  [/^\/[^/]+\/(memories\/viewall|timeslot\/[^/]+)$/, 'memories-pages'],
]

interface Chunk {
  file: string
  name?: string
  imports?: string[]
}

/** Says which scripts an address will ask for once the entry runs, so that they can be on their way before. */
export function createPreloads(dist: string): (pathname: string) => string[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const filesOf = new Map(
    ROUTE_SCREENS.map(([, screen]) => [screen, chunkFiles(manifest, keyOf(manifest, screen))]),
  )
  return (pathname) => {
    const screen = ROUTE_SCREENS.find(([address]) => address.test(pathname))?.[1]
    return (screen && filesOf.get(screen)) || []
  }
}

/** What the build calls the file: by the screen's module or, where it holds several, by their common name. */
function keyOf(manifest: Readonly<Record<string, Chunk>>, screen: string): string {
  const module = `src/routes/${screen}.tsx`
  if (manifest[module]) return module
  return Object.keys(manifest).find((key) => manifest[key]?.name === screen) ?? module
}

/** The file of a chunk and of all it imports but those that the HTML names anyway. */
function chunkFiles(manifest: Readonly<Record<string, Chunk>>, first: string): string[] {
  const named = new Set(['index.html', ...(manifest['index.html']?.imports ?? [])])
  const keys = new Set([first])
  for (const key of keys) {
    for (const imported of manifest[key]?.imports ?? []) {
      if (!named.has(imported)) keys.add(imported)
    }
  }
  return [...keys].flatMap((key) => manifest[key]?.file ?? [])
}
