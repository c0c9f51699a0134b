/** Writes the table of other people's licences into its page, from the packages that `npm ci --omit=dev` installs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { markdownTable } from './markdown-table.ts'

const PAGE = new URL('../docs/deploy/licences.md', import.meta.url)
const LOCK = new URL('../package-lock.json', import.meta.url)
const TABLE = /^\| Licence[^]+?\n(?=\n|$)/m
/** Of a licence with more packages than these, their number is told. */
const NAMED_MAX = 12

/** What licences ask of a host; one that is not here stops the page from being made. */
const ASKS: [asks: string, licences: string[]][] = [
  [
    'Nothing. Whoever passes Orma on leaves the notices where they are.',
    [
      'MIT',
      'ISC',
      '0BSD',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'BlueOak-1.0.0',
      'Apache-2.0',
      'Unlicense',
      '(MIT OR CC0-1.0)',
    ],
  ],
  [
    'Nothing. Whoever passes on a changed version of these packages offers its source.',
    [
      'MPL-2.0',
      'LGPL-3.0',
      'LGPL-3.0-or-later',
      'Apache-2.0 AND LGPL-3.0-or-later',
      'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    ],
  ],
  ['Nothing. The typeface is not sold by itself.', ['OFL-1.1']],
  ['Nothing: data that the build alone reads.', ['CC-BY-4.0']],
  [
    '**A company licence of [Remotion](https://www.remotion.dev/license)**, but for individuals, non-profits and firms of up to three people.',
    ['SEE LICENSE IN LICENSE.md'],
  ],
]
/** Builds for one kind of machine count as one. */
const PLATFORM = /-(?:darwin|freebsd|linux|linuxmusl|win32|android|webcontainers|wasm32)\b.*$/

interface LockedPackage {
  dev?: boolean
  link?: boolean
  license?: string
}

/** The page as it is, with the table that the locked packages make. */
export function licencesPage(): string {
  return readFileSync(PAGE, 'utf8').replace(TABLE, () => licencesTable())
}

function licencesTable(): string {
  const installed = installedPackages()
  const known = ASKS.flatMap(([, licences]) => licences)
  for (const [name, licence] of installed)
    if (!known.includes(licence)) throw new Error(`${name}: what does ${licence} ask?`)
  const rows = ASKS.map(([asks, licences]) => {
    const names = [...installed]
      .filter(([, licence]) => licences.includes(licence))
      .map(([name]) => name)
    const packages = names.length > NAMED_MAX ? `${names.length} packages` : names.join(', ')
    return [licences.join(', '), packages, asks]
  })
  return markdownTable(['Licence', 'Packages', 'What it asks of a host'], rows)
}

/** The licence of each package that is not for development alone. */
function installedPackages(): Map<string, string> {
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const installed = new Map<string, string>()
  for (const [path, { dev, link, license }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1)?.replace(PLATFORM, '')
    if (path.includes('node_modules/') && name && !dev && !link) installed.set(name, license ?? '')
  }
  return installed
}

if (import.meta.main) writeFileSync(PAGE, licencesPage())
