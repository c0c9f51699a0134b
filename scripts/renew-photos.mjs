import { installMissing } from './install-missing.mjs'
import { becomeChild } from './run-child.mjs'

await installMissing()
becomeChild(['server/commands/renew-photos.ts', ...process.argv.slice(2)])
