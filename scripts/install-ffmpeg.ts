import { spawnSync } from 'node:child_process'
import { installDebianPackage, isRootOnDebian } from './install-chromium.ts'

/** Makes sure of an ffmpeg for the tests of films; false where there is no way to one. */
export function installFfmpeg(): boolean {
  if (hasFfmpeg()) return true
  console.log('Fetching ffmpeg for the tests of films …')
  if (isRootOnDebian()) installDebianPackage('ffmpeg')
  return hasFfmpeg()
}

function hasFfmpeg(): boolean {
  return ['ffmpeg', 'ffprobe'].every((name) => spawnSync(name, ['-version']).status === 0)
}
