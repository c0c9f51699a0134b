import { installMissing } from './install-missing.mjs'
import { becomeChild } from './run-child.mjs'

await installMissing()
becomeChild(['server/commands/migrate-to-s3.ts', ...process.argv.slice(2)])
