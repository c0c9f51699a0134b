import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { dropIssueTexts } from './scripts/drop-issue-texts.ts'
import { dropRequestSchemas } from './scripts/drop-request-schemas.ts'
import { listLaterFiles } from './scripts/list-later-files.ts'
import { HTML_MARKERS } from './contract/routes.ts'
import { buildKillSwitch } from './scripts/build-kill-switch.ts'
import { declareHosts } from './scripts/declare-hosts.ts'
import { firstLookFirst } from './scripts/first-look-first.ts'
import { minifyTwice } from './scripts/minify-twice.ts'
import { precompress } from './scripts/precompress.ts'
import { preloadTypeface } from './scripts/preload-typeface.ts'
import { refuseChunkCycles } from './scripts/refuse-chunk-cycles.ts'
import { shortPreload } from './scripts/short-preload.ts'
import { staticClosure } from './scripts/static-closure.ts'
import type { Modules } from './scripts/static-closure.ts'

const API_PORT = process.env['PORT'] ?? '8080'
const API_ORIGIN = `http://127.0.0.1:${API_PORT}`

/** What is of no use without a network. */
const ONLINE = [
  'contract/texts/(login|create|edit|legal|own-photos|slideshow|highlights|splash|seating|account|print)-texts',
  'contract/endpoints/(registration|own-event|own-post|highlight)',
  'contract/(event-image|local-day)',
  'src/features/(login|orma-form|account|splash|seating|own-photos|print|highlights)/',
  'src/session/use-kept-form',
  'src/routes/(login|get-app|create-orma|splash|seating-chart|own-photos|print|highlights)-page',
  'src/routes/legal-pages',
  'src/features/profile/(name-form|use-rename)',
  'src/ui/(crop|use-crop-gestures|code-input|stylesheet|load-image|text-field)',
  'src/features/(share/(print-sheet|share-dialog|orma-link)|keep/)',
  'contract/texts/keep-texts',
  'contract/(live-messages|endpoints/live)',
  'src/api/(event-stream|read-stream)',
  'src/device/(bound-images|forget-from-lists|mark-paused)',
  'src/offline/(check-kept-pages|image-room|fetch-while-heard|find-gone|keep-whole|keep-up|keeping|follow-live|live-news|live-orma|heard-live|note-refusal)\\.',
  'src/uploads/end-poll',
  'contract/(client-error-kinds|endpoints/client-error)',
  'src/offline/report-client-error',
].join('|')

/** Chunks with these in them are neither precached nor on the event page's path. */
const HEAVY = new RegExp(
  [
    ONLINE,
    'node_modules/(libphonenumber-js|qr-code-styling|remotion|@remotion|mediabunny)/',
    'src/ui/qr-code',
    'src/features/slideshow/',
    'src/routes/(slideshow|select-images)-(page|screen)',
  ].join('|'),
)

/**
 * What no first visit to an Orma needs, though several later screens do: texts and calls of their own, what changes posts, and
 * dialogs and bars that are too small for files of their own.
 */
const LATE = new RegExp(
  [
    'contract/texts/(timeline|install|login-prompt|upload|post|profile|home|menu)-texts',
    'contract/endpoints/(account|comment|upload)',
    'contract/fields',
    'contract/tus-protocol',
    'src/ui/(offline-bar|age-text|when-needed|quiet-bar|file-button|dialog|alert-dialog)',
    'src/device/(post-reactions|post-news|write-kept|forget-kept|kept-records|feed-order|kept-ormas|kept-images|kept-image-space|connection|outbox|outbox-database|outbox-photo|change-outbox|revocations|gone-ormas|forget-recent)\\.',
    'src/offline/(fetch-later|drivers|page-outboxes|upload-store|use-uploads|follow-uploads|keep-storage|keep-shown|keep-answers|reconnect|post-cache)',
    'src/uploads/(announce|app-badge|waits|queue-hints|upload-answer|photo-actions|retry-delay)',
    'src/routes/(offline-host|waiting-bar|refused-changes|login-prompt-dialog|live-orma-host)',
    'src/session/user-queries',
    'icons/cloud-off',
    'src/device/random-key',
    'query-core/build/modern/mutationObserver',
    'query/build/modern/useMutation',
  ].join('|'),
)

/** What makes schemas does nothing else: those that nobody uses go, as the bundler cannot tell the minifier. */
const SCHEMA_MAKERS = ['array', 'literal', 'nullable', 'object', 'optional', 'pipe', 'string']

const isInFirstLook = staticClosure(join(import.meta.dirname, 'src/first-look.ts'))

/** The first look is one file, the app another, and what screens share is another: a screen costs two requests, not ten, for half a kilobyte it does not need. */
const CHUNK_GROUPS = [
  { name: 'late', test: LATE, priority: 3 },
  // In these groups one screen leads to the other, and together they are smaller.
  {
    name: 'ormas',
    test: /src\/routes\/(home|my-ormas)-page|src\/features\/home\/|src\/ui\/card|src\/device\/readable-ormas/,
    priority: 3,
  },
  {
    name: 'person',
    test: /src\/routes\/(profile-page|settings-page|account-ways|change-name)|src\/features\/(profile\/profile|settings\/)|settings-texts|src\/ui\/(choice|avatar|byte-text)/,
    priority: 3,
  },
  {
    name: 'highlights',
    test: /src\/routes\/highlights-page|src\/features\/highlights\/|icons\/play\./,
    priority: 3,
  },
  // Only who meets an empty screen or an error sees one.
  { name: 'drawing', test: /src\/ui\/drawing/, priority: 3 },
  {
    name: (id: string, modules: Modules) => (isInFirstLook(id, modules) ? 'first' : undefined),
    debugName: 'first',
    priority: 4,
  },
  { name: 'index', tags: ['$initial' as const], priority: 2 },
  {
    name: 'shared',
    test: (id: string) => !HEAVY.test(id),
    minShareCount: 2,
    priority: 1,
  },
  { name: 'online', test: new RegExp(ONLINE), minShareCount: 2, priority: 1 },
]

export default defineConfig({
  plugins: [
    react(),
    appManifest(),
    declareHosts(),
    firstLookFirst(),
    preloadTypeface(),
    shortPreload(),
    minifyTwice(),
    refuseChunkCycles(),
    listLaterFiles((file) => file.startsWith('assets/heavy/')),
    dropRequestSchemas(),
    dropIssueTexts(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'main.ts',
      injectRegister: false,
      registerType: 'prompt',
      // The plugin would link it from index.html, and one page must not have two manifests.
      manifest: false,
      injectManifest: {
        swDest: 'dist/sw.js',
        rollupFormat: 'iife',
        buildPlugins: { vite: [dropRequestSchemas(), dropIssueTexts()] },
        globPatterns: [
          'index.html',
          'manifest.webmanifest',
          'icons/icon.svg',
          'assets/*.{js,css}',
          'assets/*-latin-[0-9]*.woff2',
        ],
        // For pages that have to do the worker's part: of no use without a network, and where there is no worker, not found.
        globIgnores: ['assets/upload-work-*.js'],
      },
      integration: {
        configureCustomSWViteBuild: (config) => {
          config.logLevel = 'warn'
          // A twentieth less than the bundler makes of it by itself.
          Object.assign(config.build ?? {}, {
            minify: 'terser',
            terserOptions: { compress: { passes: 3, pure_funcs: SCHEMA_MAKERS } },
          })
          Object.assign(config.build?.rollupOptions?.output ?? {}, { entryFileNames: 'sw.js' })
        },
      },
    }),
    buildKillSwitch(import.meta.dirname),
    precompress(join(import.meta.dirname, 'dist')),
  ],
  resolve: {
    alias: {
      // The router's store asks for React 16's stand-in of what React itself has.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    target: 'baseline-widely-available',
    // Not named in the files: each would be larger by it, on every phone.
    sourcemap: 'hidden',
    // The server finds a route's chunks in it, to have them loaded before the script asks.
    manifest: true,
    // All screens together stay within the budget of one, so one request serves them all.
    cssCodeSplit: false,
    // Bytes inlined as data: addresses would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // How long a build takes says more of the machine than of the build, and a test takes no warning.
      checks: { bundlerTimings: false },
      output: {
        // Each name stands in several precached files, and what is random in it cannot be compressed.
        entryFileNames: 'assets/[name]-[hash:6].js',
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => HEAVY.test(id))
            ? 'assets/heavy/[name]-[hash:6].js'
            : 'assets/[name]-[hash:6].js',
        assetFileNames: ({ originalFileNames }) =>
          originalFileNames.some((file) => HEAVY.test(file) && file.endsWith('.css'))
            ? 'assets/heavy/[name]-[hash:6][extname]'
            : 'assets/[name]-[hash:6][extname]',
        codeSplitting: { groups: CHUNK_GROUPS, includeDependenciesRecursively: false },
      },
    },
  },
  server: {
    proxy: { '/api': API_ORIGIN, '/media': API_ORIGIN },
  },
})

/** Emits the app's own manifest from the file in the root, and insists on the places for what differs by address. */
function appManifest(): Plugin {
  return {
    name: 'orma:app-manifest',
    apply: 'build',
    transformIndexHtml(html) {
      for (const marker of Object.values(HTML_MARKERS)) {
        if (!html.includes(marker)) this.error(`index.html lacks ${marker}`)
      }
    },
    generateBundle() {
      const source = readFileSync(new URL('manifest.webmanifest', import.meta.url), 'utf8')
      this.emitFile({
        type: 'asset',
        fileName: 'manifest.webmanifest',
        source: JSON.stringify(JSON.parse(source)),
      })
    },
  }
}
