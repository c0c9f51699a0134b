import { describe, expect, it } from 'vitest'
import { readFile } from './support/source-files.ts'

interface Lock {
  packages: Record<string, { version: string }>
}

const { dependencies, devDependencies } = JSON.parse(readFile('package.json'))
const typeMaker = JSON.parse(readFile('tests/support/openapi-types/package.json'))
const lock: Lock = JSON.parse(readFile('package-lock.json'))

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

  it('says nothing of where its packages were fetched from', () => {
    expect(readFile('package-lock.json')).not.toMatch(/"resolved": "(?!tests\/)/)
  })
})

/** The packages that the lines of the list name: one or more, then the reason. A line of another form names nothing. */
function listedPackages(): string[] {
  const lines = readFile('docs/decisions/packages.md').matchAll(/^- (`.+?`): \S/gm)
  return [...lines].flatMap(([, names = '']) => names.slice(1, -1).split('`, `'))
}
