import type { Plugin } from 'vite'

const TYPEFACE = /^assets\/fraunces-latin-[^/]+\.woff2$/

/** Has the HTML name the typeface of names and titles: known from the styles alone, it would come one turn of the line later, and with it the first paint. */
export function preloadTypeface(): Plugin {
  return {
    name: 'orma:preload-typeface',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.keys(bundle).find((name) => TYPEFACE.test(name))
        if (!file) throw new Error('the typeface has no file')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true }
        return [{ tag: 'link', attrs: { ...attrs, href: `/${file}` }, injectTo: 'head' }]
      },
    },
  }
}
