import { buildIfChanged } from './build-changed.mjs'
import { installMissing } from './install-missing.mjs'
import { becomeChild, giveUp } from './run-child.mjs'

await installMissing({ dev: true })
if (!(await buildIfChanged())) giveUp('The app could not be built; the reason stands above.')
becomeChild(['tests/bench/main.ts', ...process.argv.slice(2)])
