import type { Rolldown } from 'vite'
import { LATER_CHUNK } from '../../contract/pages.ts'

/** Packages too large to be precached. They are imported by `import()` alone. */
const HEAVY_PACKAGES = [
  'react-phone-number-input',
  'libphonenumber-js',
  'mediabunny',
  'qr-code-styling',
  'remotion',
  '@remotion',
]

const HEAVY_MODULE = new RegExp(`/node_modules/(${HEAVY_PACKAGES.join('|')})/`)
const HEAVY_FOLDER = 'assets/heavy/'

/** Files that are not precached. */
export const HEAVY_FILES = `${HEAVY_FOLDER}**`

/** The operator's page: no phone of a guest has it. */
const ADMIN_MODULE = /\/src\/(pages\/admin-page|features\/admin\/[\w-]+)\.tsx?$/
const ADMIN_FOLDER = 'assets/admin/'
export const ADMIN_FILES = `${ADMIN_FOLDER}**`

export function isHeavyFile(file: string): boolean {
  return file.startsWith(HEAVY_FOLDER)
}

/** The name of a chunk; those with a heavy package, and the operator's page, lie in folders that are not precached. */
export function chunkFileName({ moduleIds }: { moduleIds: readonly string[] }): string {
  const has = (module: RegExp) => moduleIds.some((id) => module.test(id))
  const rare = has(ADMIN_MODULE) ? ADMIN_FOLDER : 'assets/'
  return `${has(HEAVY_MODULE) ? HEAVY_FOLDER : rare}[name]-[hash].js`
}

/** Screens and dialogs that no first visit begins with, each about a kilobyte. */
const LATER_PIECES = [
  'pages/(create-orma|get-app|my-ormas|organise|own-photos|people|person|profile|review)-page',
  'pages/(seating-chart|select-images|settings|share-target|slideshow)-page',
  'pages/(legal-pages|memories-pages|organisers-notices)',
  'features/(account/leave-for-good|download/download-dialog|profile/name-form|share/share-dialog)',
  '(shell/login-prompt-dialog|features/home/readable-orma-row|session/forget-organised)',
]
const LATER_MODULE = new RegExp(`/src/(${LATER_PIECES.join('|')})`)

/**
 * Modules that share one file, besides those that each `import()` makes: the HTML's script, the app that it loads in two parts, the
 * styles of everything loaded later, what several screens import, small screens and dialogs. Otherwise there would be 180 files,
 * 60 on a first visit; each is a round trip of the worker too, without which an Orma does not open again offline.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'first-look', tags: ['$initial'], priority: 5 },
  { name: 'packages', test: /\/src\/start\/packages\.ts$/, priority: 4 },
  { name: (id, modules) => (isApp(id, modules) ? 'main' : null), priority: 3 },
  { name: 'styles', test: /\.css$/, priority: 2 },
  { name: 'shared', test: (id) => !HEAVY_MODULE.test(id), minShareCount: 2, priority: 1 },
  { name: LATER_CHUNK, test: LATER_MODULE, priority: 0 },
]

/** Whether the HTML's script, or what this imports itself, loads the module by `import()`. */
function isApp(id: string, modules: Rolldown.ChunkingContext): boolean {
  const importersOf = (script: string) => modules.getModuleInfo(script)?.importers ?? []
  const isFirst = (script: string) => importersOf(script).some((html) => html.endsWith('.html'))
  const loaders = modules.getModuleInfo(id)?.dynamicImporters ?? []
  return loaders.some((loader) => isFirst(loader) || importersOf(loader).some(isFirst))
}
