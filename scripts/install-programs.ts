import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { findChromium, findHeadlessShell } from './find-chromium.ts'

/**
 * Installs a Chromium for the browser tests where there is none; false where that is not possible. Its headless shell only makes
 * them faster.
 */
export function installChromium(): boolean {
  const isDebian = isRootOnDebian()
  if (findChromium() && (findHeadlessShell() || !isDebian)) return true
  console.log('Fetching Chromium for the browser tests …')
  if (isDebian) {
    if (!findChromium()) installDebianPackage('chromium')
    if (!findHeadlessShell()) installDebianPackage('chromium-headless-shell')
  }
  if (!findChromium())
    run(process.execPath, ['node_modules/.bin/playwright', 'install', 'chromium'])
  return findChromium() !== undefined
}

/** Installs an ffmpeg for the tests of films where there is none; false where that is not possible. */
export function installFfmpeg(): boolean {
  if (hasFfmpeg()) return true
  console.log('Fetching ffmpeg for the tests of films …')
  if (isRootOnDebian()) installDebianPackage('ffmpeg')
  return hasFfmpeg()
}

function hasFfmpeg(): boolean {
  return ['ffmpeg', 'ffprobe'].every((name) => spawnSync(name, ['-version']).status === 0)
}

/** The packages whose programs unpack zips, each with its program. */
const PROGRAMS = { unzip: 'unzip', 'p7zip-full': '7z', python3: 'python3' } as const

/** Installs foreign programs for the tests of zips where they are missing; false where that is not possible. */
export function installUnzip(): boolean {
  for (const [name, program] of Object.entries(PROGRAMS)) {
    if (!isThere(program) && isRootOnDebian()) installDebianPackage(name)
  }
  return Object.values(PROGRAMS).every(isThere)
}

function isThere(program: string): boolean {
  return spawnSync(program, ['--help']).error === undefined
}

export function isRootOnDebian(): boolean {
  const release = '/etc/os-release'
  const isDebian = existsSync(release) && /^ID=debian$/m.test(readFileSync(release, 'utf8'))
  return isDebian && process.getuid?.() === 0
}

export function installDebianPackage(name: string): void {
  run('apt-get', ['-q', 'update'])
  run('apt-get', ['-q', 'install', '-y', '--no-install-recommends', name])
}

/** Runs a command that must not ask questions; its output is shown only when it fails. */
function run(command: string, args: string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 5 * 60_000,
  })
  if (status !== 0) console.log(`${command} failed: ${error?.message ?? ''}\n${stdout}${stderr}`)
}
