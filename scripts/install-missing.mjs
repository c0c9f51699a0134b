import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OWN_NODE, ROOT, giveUp, runQuietly, say } from './run-child.mjs'

const OLDEST_NODE = 20
/** Older ones take our lock file for none, and say so in words that help nobody. */
const OLDEST_NPM = 10
const NEWER = 'npm install --global node@24, then npm install --global npm@11'
/** npm's own, of what is installed. */
const RECORD = 'node_modules/.package-lock.json'

/**
 * Installs what `node_modules` lacks against `package-lock.json`; takes a few milliseconds when nothing is missing. `dev`
 * includes packages that only tests need.
 */
export async function installMissing({ dev = false } = {}) {
  if (missingPackages({ dev }).length > 0) await install({ dev })
  if (!hasOwnNode()) await repairOwnNode()
}

/** Ends where this Node is too old, also for what brings its own. */
export function requireNode() {
  const { node } = process.versions
  if (Number.parseInt(node, 10) >= OLDEST_NODE) return
  giveUp(`Orma needs Node ${OLDEST_NODE} or newer; this is Node ${node}: ${NEWER}`)
}

/** By what npm says of itself to what it runs. */
function requireNpm() {
  const [, npm] = /^npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? []
  if (npm === undefined || Number(npm) >= OLDEST_NPM) return
  giveUp(`Orma needs npm ${OLDEST_NPM} or newer to be installed; this is npm ${npm}: ${NEWER}`)
}

async function install({ dev }) {
  requireNpm()
  say('Installing packages …')
  const rest = ['--loglevel=error', ...(dev ? ['--include=dev'] : [])]
  const add = ['install', '--no-save', ...rest]
  // `npm ci` begins by deleting node_modules. What was installed whole is added to instead: another Orma may run from it, and
  // without a network it stays as it is. npm writes its record last.
  const isWhole = existsSync(join(ROOT, RECORD))
  if ((await npm(process.execPath, isWhole ? add : ['ci', ...rest])) !== 0) {
    giveUp('The packages could not be installed; npm says why above.')
  }
  if (!hasOwnNode()) await repairOwnNode()
  // npm skips native packages that exclude the Node it runs on; the project's own Node gets them all.
  if (missingPackages({ dev }).length > 0) await npm(OWN_NODE, add)
  const missing = missingPackages({ dev })
  if (missing.length > 0) giveUp(`The installation is incomplete: ${missing.join(', ')} missing.`)
}

/** Folders of the lock file that `node_modules` lacks, or has in another version. */
function missingPackages({ dev }) {
  const wanted = readLock('package-lock.json')
  const present = readLock(RECORD)
  return (
    Object.entries(wanted)
      .filter(([folder]) => folder !== '')
      // A link says nothing of itself: what it leads to does.
      .filter(([, entry]) => isNeeded(entry.link ? wanted[entry.resolved] : entry, dev))
      .filter(
        ([folder, { version }]) =>
          present[folder]?.version !== version || !existsSync(join(ROOT, folder, 'package.json')),
      )
      .map(([folder]) => folder.replace('node_modules/', ''))
  )
}

/** npm's record of packages by folder; empty where there is none. */
function readLock(file) {
  const path = join(ROOT, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

/** Optional packages count when they are made for exactly this machine. */
function isNeeded({ dev: onlyDev, optional, devOptional, os, cpu, libc }, withDev) {
  if ((onlyDev || devOptional) && !withDev) return false
  if (!optional && !devOptional) return true
  return Boolean(
    os?.includes(process.platform) &&
    cpu?.includes(process.arch) &&
    (!libc || libc.includes(libcName())),
  )
}

function libcName() {
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

/** Whether the project's Node is there in the lock file's version. */
function hasOwnNode() {
  if (!existsSync(OWN_NODE)) return false
  const wanted = readLock('package-lock.json')['node_modules/node'].version
  if (process.versions.node === wanted) return true
  try {
    return execFileSync(OWN_NODE, ['--version'], { encoding: 'utf8' }).trim() === `v${wanted}`
  } catch {
    // A binary that does not run is fetched again.
    return false
  }
}

/** The `node` package fetches its binary by an install script, which npm's settings may forbid. */
async function repairOwnNode() {
  say('Fetching Node 24 …')
  await npm(process.execPath, ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'])
  if (!hasOwnNode()) {
    giveUp(
      'Orma runs on Node 24, and npm could not fetch it: allow the install script of the package "node" and start again.',
    )
  }
}

function npm(node, args) {
  const { npm_execpath: npmFile } = process.env
  return npmFile?.endsWith('.js') ? runQuietly(node, [npmFile, ...args]) : runQuietly('npm', args)
}
