import { execFileSync } from 'node:child_process'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow, importsOf, readFile, sourcesBelow } from './support/source-files.ts'

const SOURCES = ['contract', 'film', 'src', 'sw', 'server', 'scripts'].flatMap(sourcesBelow)

const DEVICE = 'src/posts src/device src/api contract'
const CACHE = `src/cache ${DEVICE}`
const BELOW_FEATURES = `src/session src/live src/outbox src/download src/worker src/photos src/ui ${CACHE} film`
const MACHINERY =
  'server/http server/db server/blobs server/sms server/limits server/jobs server/media server/live'
const RESOURCES =
  'server/users server/events server/posts server/comments server/likes server/uploads server/moderation server/highlights server/archives server/organisers'
const SERVER_FLOOR =
  'server/log.ts server/outages.ts server/config.ts server/settings contract film'

/** Each folder of the house and what it may import besides itself. A file belongs to the first that holds it. */
const MAY_IMPORT: [folder: RegExp, imports: string][] = [
  [/^contract\//, ''],
  [/^film\//, 'contract'],
  [/^src\/(api|device|posts|ui)\//, 'contract'],
  [/^src\/photos\//, 'src/api/connection.ts src/ui contract'],
  [/^src\/cache\/page\//, `src/ui/pictures/failed-pictures.ts ${CACHE}`],
  [/^src\/cache\//, DEVICE],
  [/^src\/outbox\/page\//, `src/outbox src/worker src/download ${CACHE}`],
  [/^src\/(worker|download|outbox)\//, CACHE],
  [/^src\/live\//, `src/outbox src/download ${CACHE}`],
  [/^src\/session\//, `src/live src/outbox src/download ${CACHE}`],
  [/^src\/features\/[^/]+\//, BELOW_FEATURES],
  [/^src\/shell\//, `src/features ${BELOW_FEATURES}`],
  [/^src\/pages\//, `src/shell src/features ${BELOW_FEATURES}`],
  [/^src\//, 'src contract film'],
  [/^sw\//, `src/outbox ${CACHE}`],
  [/^server\/(http|db|blobs|sms|limits|jobs|media|live)\//, `${MACHINERY} ${SERVER_FLOOR}`],
  [/^server\/settings\//, ''],
  [/^server\/commands\//, 'server contract film'],
  [/^server\/operator\//, `server/alerts ${RESOURCES} ${MACHINERY} ${SERVER_FLOOR}`],
  [/^server\/[^/]+\//, `${RESOURCES} ${MACHINERY} ${SERVER_FLOOR}`],
  [/^server\//, 'server contract film'],
  [/^scripts\/demo\//, 'scripts/bench/evening server contract'],
  // It runs where packages and files of tests are not.
  [/^scripts\/bench\/evening\//, 'contract'],
  [/^scripts\/(bench|torture)\//, 'scripts server film contract tests/support tests/e2e'],
  [/^scripts\//, 'server contract'],
]

/** Packages that a folder may use; any where none are named. */
const PACKAGES: [folder: RegExp, packages: RegExp][] = [
  // Every country's metadata: in a file of its own, for the few that need it.
  [/^contract\/phone-number\.ts$/, /^libphonenumber-js\/min$/],
  [/^contract\//, /^(valibot|exifreader|dayjs(\/plugin\/\w+\.js)?)$/],
  [/^film\//, /^$/],
  [/^src\/api\//, /^(valibot|ofetch|eventsource-parser)$/],
  [/^src\/device\//, /^(valibot|idb-keyval)$/],
  [/^src\/outbox\/page\//, /^(react|valibot|idb-keyval|@tanstack\/react-query)$/],
  [/^src\/outbox\/(store\/queue-video|shrink\/store-smaller)\.ts$/, /^@noble\/hashes\/sha2\.js$/],
  // Only in a worker of its own.
  [/^src\/outbox\/shrink\/make-video-smaller\.ts$/, /^mediabunny$/],
  [/^src\/outbox\//, /^(valibot|idb-keyval)$/],
  [/^src\/posts\//, /^(valibot|@tanstack\/react-query)$/],
  [/^src\/cache\/page\//, /^(react|@tanstack\/react-query)$/],
  [/^src\/cache\//, /^(valibot|idb-keyval|@tanstack\/(react-query|query-persist-client-core))$/],
  [/^src\/worker\//, /^(react|valibot|workbox-window)$/],
  [/^sw\//, /^(valibot|workbox-(core|precaching|range-requests|routing|strategies)(\/.+)?)$/],
  [/^server\//, /^(?!react|@tanstack|workbox|vite)/],
]

describe('an import', () => {
  it('goes only where the house allows', () => {
    const forbidden = ourImports().filter(({ path, target }) => {
      const [folder, imports] = MAY_IMPORT.find(([pattern]) => pattern.test(path)) ?? [/^$/, '']
      const [own = ''] = folder.exec(path) ?? []
      const allowed = imports.split(' ').filter(Boolean)
      return !target.startsWith(own) && !allowed.some((place) => isWithin(target, place))
    })
    expect(shown(forbidden)).toEqual([])
  })

  it('takes only the packages that its folder may use', () => {
    const forbidden = packageImports().filter(({ path, target }) => {
      const packages = PACKAGES.find(([folder]) => folder.test(path))?.[1]
      return packages && !packages.test(target)
    })
    expect(shown(forbidden)).toEqual([])
  })

  it('takes nothing of Node outside the server and the scripts', () => {
    const forbidden = allImports().filter(
      ({ path, target }) => target.startsWith('node:') && !/^(server|scripts)\//.test(path),
    )
    expect(shown(forbidden)).toEqual([])
  })
})

it('the page asks over HTTP in one way, but for what runs before everything else', () => {
  const bare = sourcesBelow('src').filter((path) => /(?<![\w.])fetch\(/.test(readFile(path)))
  expect(bare).toEqual(['src/worker/releases.ts'])
})

it('a date comes from the one place that sets up dayjs, which alone formats it', () => {
  const others = packageImports().filter(({ path, target }) => {
    const isPages = /^(contract|src|sw)\//.test(path)
    return isPages && target === 'dayjs' && path !== 'contract/dayjs.ts'
  })
  expect(shown(others)).toEqual([])
  const formats = /RelativeTimeFormat|DateTimeFormat\(.|toLocale(Date|Time)?String|getFullYear/
  const byHand = [...sourcesBelow('src'), ...sourcesBelow('sw')].filter((path) =>
    formats.test(readFile(path).replaceAll('DateTimeFormat().resolvedOptions', '')),
  )
  expect(byHand).toEqual([])
})

it('U8: the worker is checked in every file by a worker’s types, without a document', () => {
  const files = typeChecked('sw')
  expect(files.filter((path) => /\/lib\.(dom|webworker)\./.test(path)).map(libOf)).toEqual([
    'webworker',
  ])
  const own = sourcesBelow('sw').filter((path) => !files.some((file) => file.endsWith(`/${path}`)))
  expect(own).toEqual([])
})

describe('a source file', () => {
  it('has a name in kebab case', () => {
    const odd = SOURCES.filter(
      (path) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.tsx?$/.test(basename(path)),
    )
    expect(odd).toEqual([])
  })

  it('has a name that says what is in it', () => {
    const names = SOURCES.map((path) => basename(path).replace(/\.tsx?$/, ''))
    const empty = names.filter((name) => /^(index|utils?|helpers?|types|common|misc)$/.test(name))
    expect(empty).toEqual([])
  })

  it('is at most 250 lines long', () => {
    const lengthOf = (path: string) => readFile(path).split('\n').length - 1
    const written = [...SOURCES, ...sourcesBelow('tests')].filter((path) => !path.endsWith('.d.ts'))
    const long = written.filter((path) => lengthOf(path) > 250)
    expect(long).toEqual([])
  })
})

it('the tree names no path of a machine it was written on', () => {
  const texts = filesBelow().filter((path) =>
    /\.(m?[jt]sx?|json|md|css|html|sql|sh)$|run$/.test(path),
  )
  const machinePath = /(?<![\w.~}-])\/(?:work|tmp|root|Users|home\/[a-z]+)\/[\w.-]/
  expect(texts.filter((path) => machinePath.test(readFile(path)))).toEqual([])
})

/** All files that the compiler takes for a folder, with the libraries of types. */
function typeChecked(folder: string): string[] {
  const tsc = join(import.meta.dirname, '../node_modules/.bin/tsc')
  const list = execFileSync(tsc, ['-p', folder, '--listFilesOnly'], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
  })
  return list.split('\n')
}

function libOf(path: string): string | undefined {
  return /\/lib\.(\w+)\./.exec(path)?.[1]
}

interface Import {
  path: string
  target: string
}

function allImports(): Import[] {
  return SOURCES.flatMap((path) => importsOf(path).map((target) => ({ path, target })))
}

/** Imports of the project's own files. */
function ourImports(): Import[] {
  return allImports().filter(({ target }) =>
    /^(contract|film|src|sw|server|tests|scripts)\//.test(target),
  )
}

/** Imports of packages; Node's own modules and Vite's virtual ones are none. */
function packageImports(): Import[] {
  const ours = new Set(ourImports().map(({ target }) => target))
  return allImports().filter(({ target }) => !ours.has(target) && !/^(node|virtual):/.test(target))
}

function isWithin(target: string, place: string): boolean {
  return target === place || target.startsWith(`${place}/`)
}

function shown(imports: Import[]): string[] {
  return imports.map(({ path, target }) => `${path} imports ${target}`)
}
