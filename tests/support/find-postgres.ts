import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** As the server requires. */
const OLDEST_VERSION = 15
const DEBIAN_VERSIONS = '/usr/lib/postgresql'
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'

/**
 * The folder with this machine's newest `postgres` and `initdb`, installed first where possible; undefined where there is none,
 * or it is not wanted.
 */
export function findPostgres(): string | undefined {
  if (process.env['ORMA_TEST_PGLITE'] === '1') return undefined
  const found = findInstalled()
  if (found !== undefined || !isRootOnDebian()) return found
  console.log('Fetching PostgreSQL for the tests …')
  installDebianPackage()
  return findInstalled()
}

function findInstalled(): string | undefined {
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const debian = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : []
  const folders = debian
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_VERSIONS, version, 'bin'))
  return [...folders, asked.stdout?.trim() ?? ''].find(isUsable)
}

function isUsable(folder: string): boolean {
  if (!existsSync(join(folder, 'initdb'))) return false
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)/.exec(stdout ?? '')?.[1]) >= OLDEST_VERSION
}

function isRootOnDebian(): boolean {
  const release = '/etc/os-release'
  const isDebian = existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'))
  return isDebian && process.getuid?.() === 0
}

/** The package would also create and start a database: switched off before. */
function installDebianPackage(): void {
  if (!existsSync(CLUSTER_SETTINGS)) {
    mkdirSync(join(CLUSTER_SETTINGS, '..'), { recursive: true })
    writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n')
  }
  run(['-q', 'update'])
  const keepOurs = ['-o', 'Dpkg::Options::=--force-confold']
  run(['-q', 'install', '-y', '--no-install-recommends', ...keepOurs, 'postgresql'])
}

/** Runs apt-get without questions; its output is shown only when it fails. */
function run(args: string[]): void {
  const { status, stdout, stderr, error } = spawnSync('apt-get', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' },
    timeout: 5 * 60_000,
  })
  if (status !== 0) console.log(`apt-get failed: ${error?.message ?? ''}\n${stdout}${stderr}`)
}
