import type { Plugin } from 'vite'
import { APP_PRELOAD } from '../contract/routes.ts'

const APP = /<script type="module" crossorigin src="(\/assets\/index-[^"]+)"><\/script>/
const FIRST_LOOK = /<link rel="modulepreload" crossorigin href="(\/assets\/first-[^"]+)">/

/** Has the HTML run the first look alone, which runs the app, and has the app on its way meanwhile. */
export function firstLookFirst(): Plugin {
  return {
    name: 'orma:first-look-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [app, appFile] = APP.exec(html) ?? []
        const [first, firstFile] = FIRST_LOOK.exec(html) ?? []
        if (!app || !first) throw new Error('app and first look are not in two files')
        return html
          .replace(app, `<script type="module" crossorigin src="${firstFile}"></script>`)
          .replace(first, `${APP_PRELOAD} crossorigin fetchpriority="low" href="${appFile}">`)
      },
    },
  }
}
