import { givenOptions } from '../given-options.ts'
import { giveUp } from '../run-child.mjs'
import { ENGINE_NAMES } from '../../tests/support/engines/engine.ts'
import type { EngineName } from '../../tests/support/engines/engine.ts'
import { findEngine, versionOf } from '../../tests/support/engines/find-engine.ts'
import { openVenue } from '../../tests/support/venue.ts'
import { runQueueTrial } from './queue-trial.ts'
import { runServerTrial } from './server-trial.ts'
import { DATABASE_NAMES } from './server-victims.ts'
import type { DatabaseName } from './server-victims.ts'
import { addVerdict } from './verdicts.ts'

const { values } = givenOptions({
  options: {
    engine: { type: 'string', default: 'chromium' },
    trials: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kills: { type: 'string', default: '2' },
    target: { type: 'string', default: 'queue' },
    database: { type: 'string', default: 'sqlite' },
    writes: { type: 'string', default: '1000' },
  },
})
const engineName = ENGINE_NAMES.find((name) => name === values.engine)
const database = DATABASE_NAMES.find((name) => name === values.database)
const [trials, firstSeed] = [Number(values.trials), Number(values.seed)]
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1))

if (!(trials >= 1)) giveUp('--trials is a number from 1')
if (!database) giveUp(`--database is one of ${DATABASE_NAMES.join(', ')}`)
if (!engineName) giveUp(`--engine is one of ${ENGINE_NAMES.join(', ')}`)
console.log(`seed ${firstSeed}`)
if (values.target === 'server') await tortureServer(database)
else await tortureQueue(engineName)

async function tortureQueue(name: EngineName): Promise<void> {
  const found = findEngine(name)
  if ('missing' in found) return giveUp(found.missing)
  const version = await versionOf(name)
  const venue = await openVenue()
  try {
    const guest = await venue.client.signUp('Grace Hopper')
    for (let trial = 0; trial < trials; trial += 1) {
      const seed = firstSeed + trial
      const options = { engine: found.engine, venue, guest, seed, kills: Number(values.kills) }
      const { photos, ...result } = await runQueueTrial(options)
      addVerdict({ target: 'queue', engine: name, version, seed, acknowledged: photos, ...result })
      report(seed, { photos, ...result })
    }
  } finally {
    await venue.close()
  }
}

async function tortureServer(name: DatabaseName): Promise<void> {
  for (let trial = 0; trial < trials; trial += 1) {
    const seed = firstSeed + trial
    const options = { seed, writes: Number(values.writes), database: name }
    const { slowestStartMs, writes, version, ...result } = await runServerTrial(options)
    addVerdict({ target: 'server', engine: name, version, seed, acknowledged: writes, ...result })
    report(seed, { writes, slowestStartMs, ...result })
  }
}

function report(
  seed: number,
  result: Record<string, number> & { lost: number; doubled: number; disordered: number },
): void {
  const words = Object.entries(result).map(([name, count]) => `${name} ${count}`)
  console.log(`seed ${seed}: ${words.join(', ')}`)
  if (result.lost + result.doubled + result.disordered > 0) process.exitCode = 1
}
