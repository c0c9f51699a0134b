import { spawnSync } from 'node:child_process'
import { installDebianPackage, isRootOnDebian } from './install-chromium.ts'

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
