import { readFile } from './source-files.ts'

const PATTERNS = readFile('docs/deploy/Containerfile.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** As docker reads a pattern: `**` is any number of folders, what lies in a folder that is left out is left out as well, `!` takes it in again. */
const LEFT_OUT = PATTERNS.map((pattern) => {
  const inner = pattern
    .replace('!', '')
    .replaceAll('.', '\\.')
    .replaceAll(/(\*\*\/)|\*/g, (_all, folders) => (folders ? '(.*/)?' : '[^/]*'))
  return { isOut: !pattern.startsWith('!'), matches: new RegExp(`^${inner}(/|$)`) }
})

/** Whether the container image is built without this file. */
export function isLeftOutOfImage(path: string): boolean {
  return LEFT_OUT.findLast(({ matches }) => matches.test(path))?.isOut ?? false
}
