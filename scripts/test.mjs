import { installMissing } from './install-missing.mjs'
import { becomeChild } from './run-child.mjs'

await installMissing({ dev: true })
becomeChild(['scripts/test-run.ts', ...process.argv.slice(2)])
