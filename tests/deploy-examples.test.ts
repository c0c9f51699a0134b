import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { STILL_MS } from '../server/archives/serve-archive.ts'

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, '../docs/deploy', name), 'utf8')

it.each(['nginx.conf', 'haproxy.cfg', 'Caddyfile', 'compose.yaml'])(
  'the proxy of %s sets the id of each request itself',
  (name) => {
    expect(read(name)).toMatch(
      /^ *\t*(proxy_set_header|http-request set-header|header_up) X-Request-Id \S/m,
    )
  },
)

it.each([
  ['nginx.conf', /^ *send_timeout 10m;$/m],
  ['haproxy.cfg', /^ *timeout client 10m$/m],
])('the proxy of %s lets a download pause as long as the server does', (name, time) => {
  expect(STILL_MS).toBe(10 * 60_000)
  expect(read(name)).toMatch(time)
})

it.each(['README.md', 'upgrade.md'])(
  '%s waits until a server that was started answers before it looks at it',
  (name) => {
    const started = [
      ...read(name).matchAll(/systemctl (?:enable --now|start) orma\n(?<next>[^`\n].*)/g),
    ].map(({ groups }) => groups?.['next'])
    expect(started).toEqual([expect.stringContaining('--retry-connrefused')])
  },
)

it('a backup runs by itself every hour, and once the machine is on again', () => {
  const timer = read('orma-backup.timer')
  expect(timer).toMatch(/^OnCalendar=hourly$/m)
  expect(timer).toMatch(/^RandomizedDelaySec=300$/m)
  expect(timer).toMatch(/^Persistent=true$/m)
  expect(read('README.md')).toMatch(/^0 \* \* \* \* docker compose .* npm run --silent backup /m)
})
