import { runBuilt } from './run-built.mjs'

await runBuilt('server/commands/demo.ts')
