import { spawnSync } from 'node:child_process'
import { installDebianPackage, isRootOnDebian } from './install-chromium.ts'

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
