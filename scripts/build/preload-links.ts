import type { Plugin, Rolldown } from 'vite'
import { APP_LINK_ID, APP_PRELOAD } from '../../contract/routes.ts'
import { importedBy } from './check-chunks.ts'

const TYPEFACE = /^assets\/fraunces-latin-[^/]+\.woff2$/

/**
 * Links from the HTML to what its script, the first look, loads later: the app with its imports, and its styles, which the first
 * look uses too. Also to the typeface of names and titles: found only in the styles, it would delay the first paint by a round
 * trip.
 */
export function preloadLinks(): Plugin {
  return {
    name: 'orma:preload-links',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk }) {
        const [app, ...others] = (chunk?.dynamicImports ?? []).map((file) => bundle[file])
        if (chunk === undefined || app?.type !== 'chunk' || others.length > 0) {
          throw new Error('the first look is to load the app, and nothing else')
        }
        const typeface = Object.keys(bundle).find((file) => TYPEFACE.test(file))
        if (!typeface) throw new Error('the typeface has no file')
        const named = importedBy(chunk, bundle).add(chunk.fileName)
        const files = [...importedBy(app, bundle)].filter((file) => !named.has(file))
        const links = [
          `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${typeface}">`,
          ...stylesOf([app.fileName, ...files], bundle).map(
            (file) => `<link rel="stylesheet" crossorigin href="/${file}">`,
          ),
          `<link id="${APP_LINK_ID}" ${APP_PRELOAD} crossorigin href="/${app.fileName}">`,
          ...files.map((file) => `<link ${APP_PRELOAD} crossorigin href="/${file}">`),
        ]
        return html.replace('</head>', `  ${links.join('\n    ')}\n  </head>`)
      },
    },
  }
}

function stylesOf(files: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  return files.flatMap((file) => {
    const output = bundle[file]
    return output?.type === 'chunk' ? [...(output.viteMetadata?.importedCss ?? [])] : []
  })
}
