import { parseArgs } from 'node:util'
import { OperatorError } from '../../server/settings/read-settings.ts'
import { readConfig } from '../../server/config.ts'
import { exitUnable } from '../../server/commands/run-command.ts'
import { serve } from '../../server/serve.ts'
import { readEvening } from './evening.ts'
import { DEMO_PHOTOS, makeDemo } from './make-demo.ts'

// `npm run demo [-- --photos=60]`: serves an Orma full of photos, made on the first run.
try {
  const photoCount = readPhotoCount()
  const config = readConfig({
    ...process.env,
    DATA_DIR: process.env.DATA_DIR || './data-demo',
    DATABASE_URL: undefined,
  })
  const event_hash = await makeDemo(config.dataDir, Date.now(), photoCount)
  const [owner] = (await readEvening()).people
  const { port } = await serve(config)
  const origin = config.publicUrl ?? `http://localhost:${port}`
  process.stdout.write(
    `The demo is at ${origin}/${event_hash}\n` +
      `Sign in as its owner, ${owner.name}, with +${owner.phone}; the code appears here.\n`,
  )
} catch (error) {
  exitUnable(error)
}

function readPhotoCount(): number {
  try {
    const { values } = parseArgs({ options: { photos: { type: 'string' } } })
    const count = Number(values.photos ?? DEMO_PHOTOS)
    if (Number.isSafeInteger(count) && count > 0) return count
  } catch {
    // Another argument: told of as any other that cannot be.
  }
  throw new OperatorError('The demo has one option, how many photos: npm run demo -- --photos=60')
}
