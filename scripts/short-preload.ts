import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

/** What Vite's own does where no stylesheet comes with a script, and nobody waits for preloads. */
const SHORT = `export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    const href = '/' + file
    if (document.querySelector('link[href="' + href + '"]')) continue
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
  }
  return load().catch((error) => {
    const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error })
    if (dispatchEvent(event)) throw error
  })
}`

/** Has screens load their scripts with a third of the code. */
export function shortPreload(): Plugin {
  return {
    name: 'orma:short-preload',
    apply: 'build',
    transform(_code, id) {
      return id === HELPER ? { code: SHORT, map: null } : undefined
    },
  }
}
