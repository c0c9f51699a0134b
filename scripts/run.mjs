import { buildIfChanged } from './build-changed.mjs'
import { installMissing, requireNode } from './install-missing.mjs'
import { toldHelp } from './help.mjs'
import { OWN_NODE, ROOT, becomeChild, childEnv, giveUp, runLine } from './run-child.mjs'

/**
 * The commands of `package.json` and their programs. `dev`: they need packages that only tests need; `app`: the built app;
 * `server`: they are the server, with its memory.
 */
const COMMANDS = {
  start: { program: 'server/main.ts', app: true, server: true },
  demo: { program: 'scripts/demo/main.ts', app: true, server: true },
  dev: { program: 'scripts/dev.ts', dev: true },
  test: { program: 'scripts/test-run.ts', dev: true },
  bench: { program: 'scripts/bench/main.ts', dev: true, app: true },
  torture: { program: 'scripts/torture/main.ts', dev: true, app: true },
  evening: { program: 'scripts/bench/evening/main.ts' },
  'check-host': { program: 'scripts/check-host/main.ts' },
  backup: { program: 'server/commands/backup.ts' },
  restore: { program: 'server/commands/restore.ts' },
  'migrate-to-postgres': { program: 'server/commands/migrate-to-postgres.ts' },
  'migrate-to-s3': { program: 'server/commands/migrate-to-s3.ts' },
  invite: { program: 'server/commands/invite.ts' },
  code: { program: 'server/commands/code.ts' },
  ormas: { program: 'server/commands/ormas.ts' },
  people: { program: 'server/commands/people.ts' },
  'renew-photos': { program: 'server/commands/renew-photos.ts' },
}

/** Commands of who works on Orma: lines of a shell, with the rest as the last one's arguments. */
const LINES = {
  build: 'vite build && node scripts/check-bytes.ts',
  check: 'npm run typecheck && npm run lint && oxfmt --check && vitest run',
  typecheck:
    'tsc -p src && tsc -p sw && tsc -p server && tsc -p tests && tsc -p tests/server && tsc -p tests/sw',
  lint: 'oxlint --type-aware --deny-warnings',
  format: 'oxfmt',
}

/** For glibc: with a place for memory for each of its threads, the server would hold on to 30 MB of what photos took. */
const SERVER_ENV = { MALLOC_ARENA_MAX: '2' }
/**
 * For V8. What came of photos goes when young garbage is collected, so twice as often as by itself: it would hold on to 40 MB more.
 * All is collected once 96 MB are used, not 30: while photos come it would be at it twice a second, and who asks would wait.
 */
const HEAP = ['--max-semi-space-size=8', '--initial-old-space-size=96']

/** `node scripts/run.mjs <command> …`: installs and builds what the command lacks, then becomes its program, with the rest as arguments; with `--help` only says what it does. */
const [name, ...args] = process.argv.slice(2)
const names = [...Object.keys(COMMANDS), ...Object.keys(LINES)]
if (!names.includes(name)) giveUp(`Say which command: ${names.join(', ')}`)
if (toldHelp(name, args)) process.exit(0)
requireNode()
if (name in LINES) process.exit(await runLine(LINES[name], args))
const { program, dev, app, server } = COMMANDS[name]
await installMissing({ dev })
if (app && !(await buildIfChanged())) giveUp('The app could not be built; the reason stands above.')
if (server) becomeServer([...HEAP, program, ...args])
else becomeChild([program, ...args])

function becomeServer(words) {
  if (process.execve && process.platform !== 'win32') {
    // The server runs in this process: no child, and signals reach it directly.
    process.removeAllListeners('warning')
    process.chdir(ROOT)
    process.execve(OWN_NODE, [OWN_NODE, ...words], childEnv(SERVER_ENV))
  }
  becomeChild(words, SERVER_ENV)
}
