import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { HTML_MARKERS } from '../../contract/routes.ts'

const SOURCE = new URL('../../manifest.webmanifest', import.meta.url)

/** Emits the app's own manifest, and fails where the HTML lacks the markers for what differs by address. */
export function appManifest(): Plugin {
  return {
    name: 'orma:app-manifest',
    apply: 'build',
    transformIndexHtml(html) {
      for (const marker of Object.values(HTML_MARKERS)) {
        if (!html.includes(marker)) this.error(`index.html lacks ${marker}`)
      }
    },
    generateBundle() {
      const source = JSON.stringify(JSON.parse(readFileSync(SOURCE, 'utf8')))
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source })
    },
  }
}
