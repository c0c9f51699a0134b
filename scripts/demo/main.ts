import { parseArgs } from 'node:util'
import { OperatorError } from '../../server/settings/read-settings.ts'
import { readConfig } from '../../server/config.ts'
import { exitUnable } from '../../server/commands/run-command.ts'
import { serve } from '../../server/serve.ts'
import { readEvening } from './evening.ts'
import { DEMO_PHOTOS, makeDemo } from './make-demo.ts'
import { shareVideos } from './share-videos.ts'

// `npm run demo [-- --photos=60]`: serves an Orma full of photos, made on the first run. With so many photos it has no videos.
try {
  const photoCount = readPhotoCount()
  const config = readConfig({
    ...process.env,
    DATA_DIR: process.env.DATA_DIR || './data-demo',
    DATABASE_URL: undefined,
  })
  const nowMs = Date.now()
  const event_hash = await makeDemo(config.dataDir, nowMs, photoCount ?? DEMO_PHOTOS)
  const [owner] = (await readEvening()).people
  const { port } = await serve(config)
  const origin = config.publicUrl ?? `http://localhost:${port}`
  process.stdout.write(
    `The demo is at ${origin}/${event_hash}\n` +
      `Sign in as its owner, ${owner.name}, with +${owner.phone}; the code appears here.\n`,
  )
  if (photoCount === undefined) {
    // Once it is there to be looked at.
    const local = `http://localhost:${port}`
    shareVideos({ folder: config.dataDir, origin: local, event_hash, nowMs }).catch(
      (error: unknown) => process.stderr.write(`The demo has no videos: ${String(error)}\n`),
    )
  }
} catch (error) {
  exitUnable(error)
}

/** Undefined: not said. */
function readPhotoCount(): number | undefined {
  try {
    const { values } = parseArgs({ options: { photos: { type: 'string' } } })
    if (values.photos === undefined) return undefined
    const count = Number(values.photos)
    if (Number.isSafeInteger(count) && count > 0) return count
  } catch {
    // Another argument: told of as any other that cannot be.
  }
  throw new OperatorError('The demo has one option, how many photos: npm run demo -- --photos=60')
}
