import { expect, it } from 'vitest'
import { runScaleTrial } from '../../scripts/torture/scale-trial.ts'
import { missingForScale } from '../../scripts/torture/scale-victims.ts'

/** Even: the database is killed in the first half, the store of photos in the second. */
const KILLS = 14
const SEED = Number(process.env['ORMA_SEED'] ?? Date.now() % 1_000_000)

it(
  `web and worker processes lose and double nothing while all is killed (seed ${SEED})`,
  { timeout: 1_200_000 },
  async () => {
    const missing = missingForScale()
    if (missing !== undefined) {
      console.log(`Not on this machine, and no way to fetch it: ${missing}.`)
      return
    }
    console.log(`seed ${SEED}`)
    const result = await runScaleTrial(SEED, KILLS)
    console.log(JSON.stringify(result))
    expect(result).toMatchObject({ lost: 0, doubled: 0, unshown: 0, unheard: [], resets: 0 })
    expect(result.photos).toBeGreaterThan(KILLS)
    expect(result.rejoined).toBeGreaterThan(0)
  },
)
