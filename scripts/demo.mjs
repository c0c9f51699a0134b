import { runBuilt } from './run-built.mjs'

await runBuilt('scripts/demo/main.ts')
