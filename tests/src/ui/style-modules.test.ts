import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { filesBelow, readFile, sourcesBelow } from '../../support/source-files.ts'

const MODULES = filesBelow('src').filter((path) => path.endsWith('.module.css'))
/** Of lucide's icons and PhotoSwipe's stage. */
const OF_PACKAGES = /^(lucide|pswp(__.+)?)$/
/** Of whole classes, as the build writes them: `post-card-photo`. */
const CLASSES = new Set(MODULES.flatMap(classesOf))

it('every style that a piece names is there', () => {
  const missing = sourcesBelow('src').flatMap((path) => {
    const source = readFile(path)
    return [...source.matchAll(/^import (\w+) from '(.+\.module\.css)'/gm)].flatMap(
      ([, name = '', file = '']) => {
        const known = new Set(classesOf(join(dirname(path), file)))
        const used = source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))
        const unknown = [...used].filter(([, style = '']) => !known.has(pageClass(file, style)))
        return unknown.map(([text]) => `${path}: ${text}`)
      },
    )
  })
  expect(missing).toEqual([])
})

it('a style sheet names another piece by a class that it has', () => {
  const foreign = /:global\(\.([\w-]+)\)/g
  const general = new Set(
    [...readFile('src/ui/style/base.css').matchAll(/\.([\w-]+)/g)].map(([, name]) => name),
  )
  const missing = MODULES.flatMap((path) =>
    [...readFile(path).matchAll(foreign)]
      .map(([, name = '']) => name)
      .filter((name) => !CLASSES.has(name) && !general.has(name) && !OF_PACKAGES.test(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})

it('no two files give their styles the same classes', () => {
  const files = MODULES.map((path) => path.split('/').at(-1))
  expect(files).toHaveLength(new Set(files).size)
})

function classesOf(path: string): string[] {
  const rules = readFile(path).replaceAll(/\/\*.*?\*\/|:global\([^)]*\)/gs, '')
  return [...rules.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => pageClass(path, name))
}

/** As the build names it: `photo` of `post-card.module.css` is `post-card-photo`, and `root` is `post-card`. */
function pageClass(path: string, style: string): string {
  const file = path.split('/').at(-1)?.replace('.module.css', '') ?? ''
  const name = style.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return name === 'root' ? file : `${file}-${name}`
}
