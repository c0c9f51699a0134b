import type { Plugin, Rolldown } from 'vite'
import { APP_LINK_CLASS, APP_PRELOAD } from '../../contract/routes.ts'
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
        if (!chunk?.dynamicImports.length) throw new Error('the first look is to load the app')
        const typeface = Object.keys(bundle).find((file) => TYPEFACE.test(file))
        if (!typeface) throw new Error('the typeface has no file')
        const named = importedBy(chunk, bundle).add(chunk.fileName)
        const app = chunk.dynamicImports.flatMap((file) => [file, ...importsOf(file, bundle)])
        const files = [...new Set(app)].filter((file) => !named.has(file))
        const links = [
          `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${typeface}">`,
          ...stylesOf(files, bundle).map(
            (file) => `<link rel="stylesheet" crossorigin href="/${file}">`,
          ),
          ...files.map(
            (file) => `<link class="${APP_LINK_CLASS}" ${APP_PRELOAD} crossorigin href="/${file}">`,
          ),
        ]
        return html.replace('</head>', `  ${links.join('\n    ')}\n  </head>`)
      },
    },
  }
}

function importsOf(file: string, bundle: Rolldown.OutputBundle): Set<string> {
  const output = bundle[file]
  return output?.type === 'chunk' ? importedBy(output, bundle) : new Set()
}

function stylesOf(files: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  return files.flatMap((file) => {
    const output = bundle[file]
    return output?.type === 'chunk' ? [...(output.viteMetadata?.importedCss ?? [])] : []
  })
}
