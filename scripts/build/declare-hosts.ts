import type { HtmlTagDescriptor, Plugin } from 'vite'
import { ANALYTICS_HOST_META, API_HOST_META } from '../../contract/routes.ts'

/** Settings of a build that are addresses the page calls, by the `<meta>` for their origin. */
const ADDRESSES = { [API_HOST_META]: 'VITE_API_HOST', [ANALYTICS_HOST_META]: 'VITE_ANALYTICS_URL' }

/** Writes into the HTML which other hosts this build calls: the server allows them in its content security policy. */
export function declareHosts(): Plugin {
  let metas: HtmlTagDescriptor[] = []
  return {
    name: 'orma:declare-hosts',
    apply: 'build',
    configResolved({ env }) {
      metas = Object.entries(ADDRESSES).flatMap(([name, setting]) => {
        const address = env[setting] as string | undefined
        if (!address) return []
        const url = URL.parse(address)
        if (!url || !/^https?:$/.test(url.protocol)) {
          throw new Error(`${setting} has to be an address like https://api.example`)
        }
        return { tag: 'meta', attrs: { name, content: url.origin }, injectTo: 'head' }
      })
    },
    transformIndexHtml: () => metas,
  }
}
