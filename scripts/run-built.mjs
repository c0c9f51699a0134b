import { buildIfChanged } from './build-changed.mjs'
import { installMissing } from './install-missing.mjs'
import { OWN_NODE, ROOT, becomeChild, childEnv, giveUp } from './run-child.mjs'

/** For glibc: with a place for memory for each of its threads, the server would hold on to 30 MB of what photos took. */
const SERVER_ENV = { MALLOC_ARENA_MAX: '2' }
/**
 * For V8. What came of photos goes when young garbage is collected, so twice as often as by itself: it would hold on to 40 MB more.
 * All is collected once 96 MB are used, not 30: while photos come it would be at it twice a second, and who asks would wait.
 */
const HEAP = ['--max-semi-space-size=8', '--initial-old-space-size=96']

/** Installs and builds what is missing, then becomes this program of the server, with the same arguments. */
export async function runBuilt(program) {
  await installMissing()
  if (!(await buildIfChanged())) giveUp('The app could not be built; the reason stands above.')

  const args = [...HEAP, program, ...process.argv.slice(2)]
  if (process.execve && process.platform !== 'win32') {
    // The server runs in this process: no child, and signals reach it directly.
    process.removeAllListeners('warning')
    process.chdir(ROOT)
    process.execve(OWN_NODE, [OWN_NODE, ...args], childEnv(SERVER_ENV))
  }
  becomeChild(args, SERVER_ENV)
}
