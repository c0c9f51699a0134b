import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { STILL_MS } from '../server/archives/serve-archive.ts'
import { texts } from '../contract/texts.ts'
import { readConfig, SETTINGS } from '../server/config.ts'
import { licencesPage } from '../scripts/licences-page.ts'
import { settingsPage } from '../scripts/settings-page.ts'
import { openScratchDatabase } from './support/scratch-database.ts'
import { isLeftOutOfImage } from './support/left-out-of-image.ts'
import { filesBelow, readFile, sourcesBelow } from './support/source-files.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (name: string) => readFile(`docs/deploy/${name}`)
const DEPENDENCIES: Record<string, string> = JSON.parse(readFile('package.json')).dependencies

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

it.each([
  [
    'nginx.conf',
    /^ *location ~ \S*\/render-video\$ \{\n *proxy_pass \S+;\n *proxy_read_timeout 10m;$/m,
  ],
  ['haproxy.cfg', /^ *http-request set-timeout server 10m if \{ path_end \/render-video \}$/m],
])('the proxy of %s waits for a film that takes long', (name, time) => {
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

it('nginx.conf says how newer ones are told of HTTP/2, which warn of the old way', () => {
  expect(read('nginx.conf')).toMatch(
    /# From 1\.25\.1 on .*\n.* `http2 on;`\.\n *listen 443 ssl http2;/,
  )
})

describe('the block that one pastes', () => {
  const [, block = ''] = /```sh\n(NAME=[^]+?)```/.exec(read('README.md')) ?? []

  it('is one that bash reads, and that stops at the first failure', () => {
    expect(spawnSync('bash', ['-n'], { input: block })).toMatchObject({ status: 0 })
    expect(block).toMatch(/^\(\nset -e\n[^]+\n\)\n$/m)
  })

  it('brings the Node that the project runs on, before it is needed', () => {
    const { version } = JSON.parse(readFile('node_modules/node/package.json')) as {
      version: string
    }
    const [major] = version.split('.')
    expect(block).toMatch(new RegExp(`^npm install --global node@${major} [^]+^npm ci `, 'm'))
  })

  it.each(['SMS_COUNTRIES', 'DEFAULT_COUNTRY'])('sets %s', (name) => {
    expect(block).toMatch(new RegExp(`^${name}=\\S+ +# `, 'm'))
    expect(block).toMatch(new RegExp(`^${name}=\\$${name}$`, 'm'))
  })
})

it('the settings that containers begin with are ones the server starts with', () => {
  const [, lines = ''] = /\/dev\/stdin orma\.env <<END\n([^]+?)^END$/m.exec(read('README.md')) ?? []
  const given = Object.fromEntries(lines.split('\n').map((line) => line.split('=', 2)))
  const ofCompose = { PUBLIC_URL: 'https://photos.example.org', TRUST_PROXY: '1' }
  const env = { NODE_ENV: 'production', DATA_DIR: '/nowhere', ...ofCompose, ...given }
  expect(readConfig(env).sms).toMatchObject({ provider: 'console' })
})

it('the guide calls by its name what the app shows', () => {
  const { switches, guests, login } = texts
  const shown = [switches.easy, switches.chooseYourself, guests.byPhone, login.noSms('49…', null)]
  for (const text of shown) {
    expect(read('README.md').replaceAll(/\s+/g, ' ')).toContain(text.replace(/\.$/, ''))
  }
})

it('the page of privacy asks the database what it can answer', async () => {
  const { db, remove } = await openScratchDatabase()
  onTestFinished(remove)
  const queries = firstGroups(read('privacy.md'), /^sqlite3 -readonly \S+ "(.+)"$/gm)
  expect(queries).toHaveLength(3)
  for (const query of queries) expect(await db.all({ parts: [query], values: [] })).toEqual([])
})

it.each(['README.md', 'upgrade.md'])('bash reads the blocks of %s', (name) => {
  for (const block of firstGroups(read(name), /^```sh\n([^]+?)^```$/gm)) {
    expect(spawnSync('bash', ['-n'], { input: block }), block).toMatchObject({ status: 0 })
  }
})

it.each(filesBelow('docs/').filter((path) => path.endsWith('.md')))(
  'the links of %s lead somewhere',
  (path) => {
    const links = [...readFile(path).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    for (const [link, file = '', anchor] of links) {
      const target = file === '' ? path : join(dirname(path), file)
      expect(existsSync(join(ROOT, target)), link).toBe(true)
      if (anchor !== undefined) expect(anchorsOf(readFile(target)), link).toContain(anchor)
    }
  },
)

/** As GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  return firstGroups(page, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

it('a backup runs by itself every hour, and once the machine is on again', () => {
  const timer = read('orma-backup.timer')
  expect(timer).toMatch(/^OnCalendar=hourly$/m)
  expect(timer).toMatch(/^RandomizedDelaySec=300$/m)
  expect(timer).toMatch(/^Persistent=true$/m)
  expect(read('README.md')).toMatch(/^0 \* \* \* \* docker compose .* npm run --silent backup /m)
})

/** `import.meta.env.NAME` and `import.meta.env['NAME'`. */
const BUILT = /\bimport\.meta\.env(?:\.|\[')(VITE_[A-Z_]+)\b/g

it('the page of settings has the table that their schema makes', () => {
  expect(read('settings.md')).toBe(settingsPage())
})

it.each([
  ['ALERT_WEBHOOK_SECRET', 'ALERT_WEBHOOK_URL'],
  ['SMS_WEBHOOK_SECRET', 'SMS_WEBHOOK_URL'],
])('the page of settings says that %s is needed with %s', (name, url) => {
  expect(read('settings.md')).toMatch(new RegExp(`^\\| \`${name}\` .* needed with \`${url}\``, 'm'))
})

it('the page of licences has what the locked packages ask for', () => {
  expect(read('licences.md')).toBe(licencesPage())
})

it('the container image takes each setting of the app’s build, and no other', () => {
  const built = sourcesBelow('src').flatMap((path) => firstGroups(readFile(path), BUILT))
  const taken = firstGroups(read('Containerfile'), /^ARG (\w+)$/gm)
  expect(taken).toEqual([...new Set(built)].toSorted())
})

function firstGroups(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group = '']) => group)
}

describe('the image', () => {
  const containerfile = read('Containerfile')

  it('runs on the Node that package.json names', () => {
    const bases = firstGroups(containerfile, /^FROM .*node:(\S+)-bookworm-slim/gm)
    expect(bases).toEqual([DEPENDENCIES['node']])
  })

  it('leaves behind just the packages that no program of the server imports', () => {
    const [uninstalled = ''] = firstGroups(
      containerfile,
      /^RUN npm uninstall --save --omit=dev --ignore-scripts (.+)$/gm,
    )
    const programs = ['contract', 'film', 'server', 'scripts/bench/evening', 'scripts/check-host']
    const sources = programs.flatMap(sourcesBelow).map(readFile).join('\n')
    const unused = Object.keys(DEPENDENCIES).filter(
      (name) => name !== 'node' && !new RegExp(`'${name}['/]`).test(sources),
    )
    expect(uninstalled.split(' ')).toEqual(unused)
  })

  it.each([
    '.env',
    'orma.env',
    'docs/deploy/.env',
    'docs/deploy/orma.env',
    'docs/deploy/backup/orma/manifest',
    'backup/orma/manifest',
    'data/orma.db',
    'data/secret.key',
    'node_modules/hono/package.json',
    '.git/config',
    '.git/objects/pack/all.pack',
  ])('has no %s', (path) => {
    expect(isLeftOutOfImage(path)).toBe(true)
  })

  it('has all that the app is built and the server made of', () => {
    const parts = ['contract', 'film', 'public', 'scripts', 'server', 'src', 'sw']
    const files = parts.flatMap((part) => filesBelow(`${part}/`))
    expect(files.length).toBeGreaterThan(500)
    const single = ['.npmrc', 'index.html', 'manifest.webmanifest', 'package.json']
    const rest = ['package-lock.json', 'tsconfig.json', 'vite.config.ts']
    const ofCommit = ['.git/HEAD', '.git/packed-refs', '.git/refs/heads/main']
    expect([...files, ...single, ...rest, ...ofCommit].filter(isLeftOutOfImage)).toEqual([])
  })
})

describe('the compose files', () => {
  const files = ['compose.yaml', 'compose.postgres.yaml', 'compose.scale.yaml']

  it('set what the server has a setting for', () => {
    const names = files.flatMap((file) => firstGroups(read(file), /^ +([A-Z][A-Z0-9_]+): /gm))
    const ours = names.filter((name) => !/^(POSTGRES|GARAGE)_/.test(name))
    expect(ours).toEqual(expect.arrayContaining(['PUBLIC_URL', 'DATABASE_URL', 'S3_BUCKET']))
    expect(ours.filter((name) => !(name in SETTINGS))).toEqual([])
  })

  it('take no secret but from .env', () => {
    const secrets = files.flatMap((file) =>
      firstGroups(read(file), /^ +\w*(?:SECRET|PASSWORD|KEY)\w*: (.+)$/gm),
    )
    expect(secrets.length).toBeGreaterThan(5)
    expect(secrets.filter((value) => !/^\$\{\w+:\?\}$/.test(value))).toEqual([])
  })
})
