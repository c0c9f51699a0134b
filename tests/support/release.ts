import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** Everything app and server are made of. */
const PARTS = [
  'contract',
  'film',
  'public',
  'scripts',
  'server',
  'src',
  'sw',
  'index.html',
  'manifest.webmanifest',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
]

/** A release in a folder of its own, from which the server can be started. */
export interface Release {
  root: string
  output: string
  /** Paths of its scripts and styles, as in requests. */
  assets: string[]
  remove: () => Promise<void>
}

interface ReleaseOptions {
  env?: Record<string, string>
  /** Its records on a device have another shape. */
  isReshaped?: boolean
}

/**
 * Builds a release like this one with another name, which is in its HTML and its entry, so that a page can be asked which
 * releases it is made of. All scripts import the entry, so all have other file names, and so has the style.
 */
export async function buildRelease(
  name: string,
  { env = {}, isReshaped = false }: ReleaseOptions = {},
): Promise<Release> {
  const root = await mkdtemp(join(tmpdir(), `orma-release-${name}-`))
  for (const part of PARTS) await cp(join(ROOT, part), join(root, part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  await change(join(root, 'index.html'), (html) =>
    html.replace('<head>', `<head>\n    <meta name="release" content="${name}" />`),
  )
  await change(
    join(root, 'src/start/main.tsx'),
    (entry) => `${entry}\ndocument.documentElement.dataset['release'] = '${name}'\n`,
  )
  await change(
    join(root, 'src/ui/style/base.css'),
    (style) => `${style}\n:root {\n  --release: ${name};\n}\n`,
  )
  if (isReshaped) {
    await change(join(root, 'src/cache/cache-database.ts'), (source) =>
      source.replace(/(?<=SHAPE = )\d+/, (shape) => String(Number(shape) + 1)),
    )
  }
  const output = await run(root, ['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn'], env)
  return {
    root,
    output,
    assets: await assetsOf(root),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

/** Scripts and styles of the release that the tests run on. */
export async function currentAssets(): Promise<string[]> {
  return assetsOf(ROOT)
}

async function assetsOf(root: string): Promise<string[]> {
  const files = await readdir(join(root, 'dist/assets'), { recursive: true })
  return files.filter((file) => /\.(js|css)$/.test(file)).map((file) => `/assets/${file}`)
}

async function change(file: string, edit: (text: string) => string): Promise<void> {
  const text = await readFile(file, 'utf8')
  const changed = edit(text)
  if (changed === text) throw new Error(`${file} has nothing to change`)
  await writeFile(file, changed)
}

async function run(cwd: string, args: string[], settings: Record<string, string>): Promise<string> {
  const env = { ...process.env, ...settings }
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the build of a release failed: ${output}`)
  return output
}
