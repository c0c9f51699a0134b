import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findChromium } from '../../../scripts/find-chromium.ts'
import { chromiumEngine } from './chromium-engine.ts'
import type { Engine, EngineName } from './engine.ts'
import { firefoxEngine } from './firefox-engine.ts'
import { virtualScreen } from './virtual-screen.ts'
import { findMiniBrowser, hasFilmDecoders, webkitEngine } from './webkit-engine.ts'

interface Wanted {
  engine: Engine
  isThere: () => boolean
  /** Debian's packages. */
  packages: string[]
}

const WANTED: Record<EngineName, Wanted> = {
  chromium: {
    engine: chromiumEngine,
    isThere: () => findChromium() !== undefined,
    packages: ['chromium'],
  },
  firefox: {
    engine: firefoxEngine,
    isThere: () => isCommand('firefox-esr'),
    packages: ['firefox-esr'],
  },
  webkit: {
    engine: webkitEngine,
    isThere: () => findMiniBrowser() !== undefined && isCommand('Xvfb') && hasFilmDecoders(),
    packages: ['webkit2gtk-driver', 'gstreamer1.0-libav', 'xvfb', 'xauth', 'dbus'],
  },
}

/** An engine, or one line that says why it is not there. */
type Found = { engine: Engine } | { missing: string }

const looked = new Map<EngineName, Found>()

/** Finds a browser engine; where it is missing, installs it on Debian as root. Each is looked for once. */
export function findEngine(name: EngineName): Found {
  const found = looked.get(name) ?? lookFor(name)
  looked.set(name, found)
  return found
}

function lookFor(name: EngineName): Found {
  const { engine, isThere, packages } = WANTED[name]
  if (isThere()) return { engine }
  const problem = install(packages)
  return isThere() ? { engine } : { missing: `${name} is not installed: ${problem}` }
}

/** Gives the package manager's error, if any. */
function install(packages: string[]): string {
  if (process.getuid?.() !== 0 || !isCommand('apt-get')) {
    return `install ${packages.join(', ')} (only root on Debian is asked to here)`
  }
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  let result = spawnSync('apt-get', args, { env, encoding: 'utf8' })
  if (result.status === 0) return ''
  spawnSync('apt-get', ['update', '-qq'], { env })
  result = spawnSync('apt-get', args, { env, encoding: 'utf8' })
  const said = `${result.stderr}`.split('\n').find((line) => line.startsWith('E:'))
  return said ?? `apt-get ended with ${result.status}`
}

function isCommand(name: string): boolean {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, name)))
}

/** An engine's name and version. */
export async function versionOf(name: EngineName): Promise<string> {
  const commands: Record<EngineName, string | undefined> = {
    chromium: findChromium(),
    firefox: 'firefox-esr',
    webkit: findMiniBrowser(),
  }
  const command = commands[name]
  if (!command) return 'unknown'
  // WebKitGTK's browser needs a screen even to print its version.
  const env = name === 'webkit' ? { ...process.env, DISPLAY: await virtualScreen() } : process.env
  const output = execFileSync(command, ['--version'], { encoding: 'utf8', env, stdio: 'pipe' })
  return output.trim().replace(/ built on.*$/, '')
}
