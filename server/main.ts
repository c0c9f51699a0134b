import { readConfig } from './config.ts'
import { exitUnable } from './commands/run-command.ts'

try {
  const config = readConfig(process.env)
  // Loaded only now: a bad setting is told of at once.
  const { serve } = await import('./serve.ts')
  await serve(config)
} catch (error) {
  exitUnable(error)
}
