import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OWN_NODE, ROOT, childEnv, runQuietly, say } from './run-child.mjs'

/** Everything the built app is made of. */
const INPUTS = [
  '.env',
  '.env.local',
  '.env.production',
  '.env.production.local',
  'index.html',
  'manifest.webmanifest',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
  'contract',
  'film',
  'public',
  'scripts/build',
  'src',
  'sw',
]

/** A hash of what `dist/` was built from. The build empties the folder, so an interrupted build leaves no stamp. */
const STAMP = 'dist/.vite/built-from'

/** Builds `dist/` unless it was built from exactly these inputs. Resolves with false when the build failed. */
export async function buildIfChanged() {
  const inputs = hashInputs()
  const stamp = join(ROOT, STAMP)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return true

  say('Building the app …')
  const code = await runQuietly(
    OWN_NODE,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn'],
    {
      env: childEnv(),
    },
  )
  if (code === 0) writeFileSync(stamp, inputs)
  return code === 0
}

function hashInputs() {
  const hash = createHash('sha256')
  for (const file of INPUTS.flatMap(filesBelow)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  }
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}\0`)
  }
  return hash.digest('hex')
}

/** The path itself, or every file of a folder, in a fixed order; nothing where it does not exist. */
function filesBelow(path) {
  const full = join(ROOT, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`))
}
