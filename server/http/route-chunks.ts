import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The screens in files of their own, by the addresses that open them; an Orma's page is in the entry. */
export const ROUTE_SCREENS: readonly [address: RegExp, screen: string][] = [
  [/^\/$/, 'home-page'],
  [/^\/([^/]+\/)?login(\/|$)/, 'login-page'],
  [/^\/profile$/, 'profile-page'],
  [/^\/create\/orma$/, 'create-orma-page'],
  [/^\/myormas$/, 'my-ormas-page'],
  [/^\/getapp$/, 'get-app-page'],
  [/^\/share$/, 'share-target-page'],
  [/^\/(terms|privacy)$/, 'legal-pages'],
  [/^\/[^/]+\/post\/[^/]+$/, 'post-page'],
  [/^\/[^/]+\/upload$/, 'upload-page'],
  [/^\/[^/]+\/slideshow$/, 'slideshow-page'],
  [/^\/[^/]+\/slideshow\/select_img_slideshow$/, 'select-images-page'],
  [/^\/[^/]+\/(memories\/viewall|timeslot\/[^/]+)$/, 'memories-pages'],
]

interface Chunk {
  file: string
  imports?: string[]
}

/** Says which scripts an address will ask for once the entry runs, so that they can be on their way before. */
export function createPreloads(dist: string): (pathname: string) => string[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const filesOf = new Map(
    ROUTE_SCREENS.map(([, screen]) => [screen, chunkFiles(manifest, moduleOf(screen))]),
  )
  return (pathname) => {
    const screen = ROUTE_SCREENS.find(([address]) => address.test(pathname))?.[1]
    return (screen && filesOf.get(screen)) || []
  }
}

function moduleOf(screen: string): string {
  return `src/routes/${screen}.tsx`
}

/** The file of a chunk and of all it imports but the entry, which the HTML names anyway. */
function chunkFiles(manifest: Readonly<Record<string, Chunk>>, module: string): string[] {
  const keys = new Set([module])
  for (const key of keys) {
    for (const imported of manifest[key]?.imports ?? []) {
      if (imported !== 'index.html') keys.add(imported)
    }
  }
  return [...keys].flatMap((key) => manifest[key]?.file ?? [])
}
