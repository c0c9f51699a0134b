import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/promtool')

/**
 * Prometheus's own checker of rules. Where it is missing it is unpacked from Debian's package, which would install a server.
 * Throws where that is not possible.
 */
export function findPromtool(): string {
  if (spawnSync('promtool', ['--version']).status === 0) return 'promtool'
  const unpacked = join(CACHE, 'usr/bin/promtool')
  if (!existsSync(unpacked)) {
    mkdirSync(CACHE, { recursive: true })
    const fetch =
      'apt-get -q download prometheus || { apt-get -q update; apt-get -q download prometheus; }'
    spawnSync('sh', ['-c', `${fetch}; dpkg -x prometheus_*.deb . && rm prometheus_*.deb`], {
      cwd: CACHE,
    })
  }
  if (!existsSync(unpacked)) throw new Error('this test needs promtool, of Prometheus: install it')
  return unpacked
}
