import { installMissing } from './install-missing.mjs'
import { becomeChild } from './run-child.mjs'

await installMissing()
becomeChild(['scripts/saturday/main.ts', ...process.argv.slice(2)])
