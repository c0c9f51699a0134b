import { describe, expect, it } from 'vitest'
import { importsOf, readFile } from './support/source-files.ts'

interface Locked {
  version: string
  integrity?: string
  link?: true
  optionalDependencies?: Record<string, string>
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

interface Lock {
  packages: Record<string, Locked>
}

/** Where Orma is built and run, by os, cpu and libc. */
const MACHINES = [
  ['linux', 'x64', 'glibc'],
  ['linux', 'x64', 'musl'],
  ['linux', 'arm64', 'glibc'],
  ['linux', 'arm64', 'musl'],
  ['darwin', 'x64', undefined],
  ['darwin', 'arm64', undefined],
  ['win32', 'x64', undefined],
] as const
const { dependencies, devDependencies } = JSON.parse(readFile('package.json'))
const typeMaker = JSON.parse(readFile('tests/support/openapi-types/package.json'))
const lock: Lock = JSON.parse(readFile('package-lock.json'))
/** Folders of the packages that take another one, made for the machine they are on. */
const NATIVE = Object.keys(lock.packages).filter(
  (folder) => !isForMachine(lock.packages[folder]) && buildsOf(folder).some(isForMachine),
)

describe('package.json', () => {
  it('pins every package to one exact version', () => {
    const versions = Object.entries<string>({ ...dependencies, ...devDependencies })
    const own = Object.values<string>(typeMaker.dependencies).map((version) => ['', version])
    const exact = /^(\d+\.\d+\.\d+(-[\w.]+)?|file:tests\/.+)$/
    const loose = [...versions, ...own].filter(([, version = '']) => !exact.test(version))
    expect(loose).toEqual([])
  })

  it('has one line with a reason for each package in the decisions, and no other', () => {
    const names = Object.keys({ ...dependencies, ...devDependencies })
    expect(listedPackages().toSorted()).toEqual(names.toSorted())
  })
})

describe('package-lock.json', () => {
  // Two cores cannot see each other's caches, and the page would carry both.
  it.each(['@tanstack/query-core', 'react', 'react-dom', 'valibot'])(
    'has one copy of %s',
    (name) => {
      const copies = Object.keys(lock.packages).filter((folder) =>
        folder.endsWith(`node_modules/${name}`),
      )
      expect(copies).toHaveLength(1)
    },
  )

  it('has each optional package that a package names, in the version it names', () => {
    const wanted = Object.entries(lock.packages).flatMap(
      ([folder, { optionalDependencies = {} }]) =>
        Object.entries(optionalDependencies).map(([name, version]) => ({ folder, name, version })),
    )
    expect(wanted.length).toBeGreaterThan(100)
    const isThere = ({ folder, name, version }: (typeof wanted)[number]) => {
      const found = locked(folder, name)
      return found !== undefined && (!/^\d/.test(version) || found.version === version)
    }
    expect(wanted.filter((one) => !isThere(one))).toEqual([])
  })

  it('has packages with a build for each kind of processor', () => {
    const names = NATIVE.map((folder) => folder.replace('node_modules/', ''))
    expect(names).toEqual(expect.arrayContaining(['sharp', '@napi-rs/canvas', 'rolldown']))
  })

  it.each(NATIVE)('has what %s runs on for every kind of machine', (folder) => {
    const builds = buildsOf(folder)
    for (const [os, cpu, libc] of MACHINES) {
      const fits = (build: Locked | undefined) =>
        build?.os?.includes(os) &&
        build.cpu?.includes(cpu) &&
        (!build.libc || !libc || build.libc.includes(libc))
      expect(builds.some(fits), `${os} ${cpu} ${libc}`).toBe(true)
    }
  })

  it('has a hash for each package that is fetched', () => {
    const without = Object.entries(lock.packages).filter(
      ([folder, { integrity, link }]) =>
        folder.includes('node_modules/') && !link && !integrity?.startsWith('sha512-'),
    )
    expect(without.map(([folder]) => folder)).toEqual([])
  })

  it('says nothing of where its packages were fetched from', () => {
    expect(readFile('package-lock.json')).not.toMatch(/"resolved": "(?!tests\/)/)
  })
})

/** The package of this name that one in a folder gets: the nearest. */
function locked(folder: string, name: string): Locked | undefined {
  const nearest = lock.packages[`${folder}/node_modules/${name}`]
  if (nearest || folder === '') return nearest ?? lock.packages[`node_modules/${name}`]
  return locked(folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))), name)
}

/** The packages of which one in a folder takes those that are made for the machine. */
function buildsOf(folder: string): (Locked | undefined)[] {
  const { optionalDependencies = {} } = lock.packages[folder] ?? {}
  return Object.keys(optionalDependencies).map((name) => locked(folder, name))
}

function isForMachine(build: Locked | undefined): boolean {
  return build?.cpu !== undefined
}

/** The packages that the lines of the list name: one or more, then the reason. A line of another form names nothing. */
function listedPackages(): string[] {
  const lines = readFile('docs/decisions/packages.md').matchAll(/^- (`.+?`): \S/gm)
  return [...lines].flatMap(([, names = '']) => names.slice(1, -1).split('`, `'))
}

/** What is imported and not used leaves some letters behind where its modules do something by themselves. */
const LETTERS_MIN = 200

/** Packages that the product was asked to be made of, by the program that each has to be in. */
const ASKED_FOR = {
  page: [
    'react',
    'react-dom',
    '@tanstack/react-router',
    '@tanstack/react-query',
    '@tanstack/query-persist-client-core',
    'idb-keyval',
    'workbox-window',
    'ofetch',
    'react-phone-number-input',
    'qr-code-styling',
    'dayjs',
    'remotion',
    '@remotion/player',
  ],
  worker: ['workbox-precaching', 'workbox-range-requests', 'workbox-routing', 'workbox-strategies'],
} as const

// What the build says of itself: to be in package.json, or to be imported and then left out, is not enough.
describe.each(['page', 'worker'] as const)('the built %s', (program) => {
  const lengths: Record<string, number> = JSON.parse(
    readFile(`dist/.vite/${program}-packages.json`),
  )
  it.each(ASKED_FOR[program])('has %s in it', (name) => {
    expect(lengths[name] ?? 0).toBeGreaterThan(LETTERS_MIN)
  })
})

it('the build is made with vite-plugin-pwa', () => {
  expect(importsOf('vite.config.ts')).toContain('vite-plugin-pwa')
  expect(readFile('dist/sw.js')).toMatch(/"revision":"\w+","url":"index\.html"/)
})
