import { buildIfChanged } from './build-changed.mjs'
import { installMissing } from './install-missing.mjs'
import { OWN_NODE, ROOT, becomeChild, childEnv, giveUp } from './run-child.mjs'

await installMissing()
if (!(await buildIfChanged())) giveUp('The app could not be built; the reason stands above.')

const SERVER = 'server/main.ts'
if (process.execve && process.platform !== 'win32') {
  // The server takes this process over: one process less, and signals reach it with nobody in between.
  process.removeAllListeners('warning')
  process.chdir(ROOT)
  process.execve(OWN_NODE, [OWN_NODE, SERVER], childEnv())
}
becomeChild([SERVER])
