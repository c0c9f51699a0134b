import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const COMMIT_SHOWN = 8

/** What this server is: `1.0.0 (a83dbe0e)`, or without a commit where its folder is no checkout. */
export const VERSION = readVersion(join(import.meta.dirname, '../..'))

/** Reads what Git has written, which itself need not be installed. */
export function readVersion(folder: string): string {
  const { version } = JSON.parse(readText(join(folder, 'package.json'))) as { version: string }
  const commit = readCommit(join(folder, '.git'))
  return commit ? `${version} (${commit.slice(0, COMMIT_SHOWN)})` : version
}

function readCommit(gitFolder: string): string | undefined {
  const head = readText(join(gitFolder, 'HEAD'))
  const [, branch] = /^ref: (\S+)/.exec(head) ?? []
  if (branch === undefined) return head
  const packed = readText(join(gitFolder, 'packed-refs')).split('\n')
  return readText(join(gitFolder, branch)) || packed.find((line) => line.endsWith(` ${branch}`))
}

/** Empty where it cannot be read. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Where there is no Git, nothing is to be named.
    return ''
  }
}
