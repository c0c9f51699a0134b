import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { LAZY_FILES } from './contract/routes.ts'
import { appManifest } from './scripts/build/app-manifest.ts'
import { buildKillSwitch } from './scripts/build/build-kill-switch.ts'
import { declareHosts } from './scripts/build/declare-hosts.ts'
import { checkSlug } from './scripts/build/check-slug.ts'
import { checkChunks } from './scripts/build/check-chunks.ts'
import { ADMIN_FILES, chunkFileName, chunkGroups, HEAVY_FILES } from './scripts/build/chunks.ts'
import { listLaterFiles } from './scripts/build/list-later-files.ts'
import { listPackages } from './scripts/build/list-packages.ts'
import { precompress } from './scripts/build/precompress.ts'
import { preloadLinks } from './scripts/build/preload-links.ts'
import { smallExifReader } from './scripts/build/small-exif-reader.ts'
import { withoutDescriptions } from './scripts/build/without-descriptions.ts'

const API_PORT = process.env['PORT'] ?? '8080'
const API_ORIGIN = `http://127.0.0.1:${API_PORT}`

export default defineConfig({
  plugins: [
    react(),
    appManifest(),
    checkSlug(),
    declareHosts(),
    preloadLinks(),
    checkChunks(),
    listLaterFiles(),
    listPackages('page'),
    withoutDescriptions(),
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
        buildPlugins: { vite: [listPackages('worker'), withoutDescriptions()] },
        globPatterns: [
          'index.html',
          // The worker keeps what it names when it forgets old files.
          LAZY_FILES.slice(1),
          'manifest.webmanifest',
          'icons/{favicon-32.png,icon.svg}',
          'assets/**/*.{js,css}',
          'assets/*-latin-[0-9]*.woff2',
        ],
        globIgnores: [HEAVY_FILES, ADMIN_FILES],
      },
      integration: {
        configureCustomSWViteBuild: (config) => {
          config.logLevel = 'warn'
          Object.assign(config.build?.rollupOptions?.output ?? {}, { entryFileNames: 'sw.js' })
        },
      },
    }),
    buildKillSwitch(import.meta.dirname),
    precompress(join(import.meta.dirname, 'dist')),
  ],
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      generateScopedName: scopedName,
    },
  },
  worker: {
    format: 'es',
    plugins: () => [smallExifReader()],
    rolldownOptions: { output: { entryFileNames: chunkFileName } },
  },
  build: {
    target: 'baseline-widely-available',
    // Not named in the files: each would be larger by it, on every phone.
    sourcemap: 'hidden',
    // The server finds a route's chunks in it, to have them loaded before the script asks.
    manifest: true,
    // Bytes inlined as data: addresses would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The notices that the licences of the packages in the page ask for.
    license: { fileName: 'licences.txt' },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // How long a build takes says more of the machine than of the build, and a test takes no warning.
      checks: { bundlerTimings: false },
      output: {
        chunkFileNames: chunkFileName,
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    proxy: { '/api': API_ORIGIN, '/media': API_ORIGIN },
  },
})

/** A class of `post-card.module.css` is `post-card-photo` in the page, and `.root` is `post-card`: the page can be read, and tests find it. */
function scopedName(name: string, path: string): string {
  const file = basename(path).replace(/\.module\.css.*$/, '')
  return name === 'root' ? file : `${file}-${name}`
}
