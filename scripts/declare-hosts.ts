import type { Plugin } from 'vite'
import { HOSTS_META } from '../contract/routes.ts'

/** Settings of a build that are addresses the page calls. */
const ADDRESSES = ['VITE_API_HOST', 'VITE_ANALYTICS_URL']

/** Writes into the HTML which other hosts this build calls: the server takes them into its content security policy. */
export function declareHosts(): Plugin {
  let hosts: string[] = []
  return {
    name: 'orma:declare-hosts',
    apply: 'build',
    configResolved({ env }) {
      const addresses = ADDRESSES.map((name) => String(env[name] ?? ''))
      hosts = [...new Set(addresses.flatMap((address) => URL.parse(address)?.origin ?? []))]
    },
    transformIndexHtml() {
      const attrs = { name: HOSTS_META, content: hosts.join(' ') }
      return hosts.length > 0 ? [{ tag: 'meta', attrs, injectTo: 'head' }] : []
    },
  }
}
