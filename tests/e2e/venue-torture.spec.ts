import { findEngine } from '../support/engines/find-engine.ts'
import { runQueueTrial } from '../../scripts/torture/queue-trial.ts'
import { expect, test } from './venue-fixtures.ts'

/** A trial of two kills, or three in the full run; `npm run torture` goes on for as long as one likes. */
const SEEDS = process.env['ORMA_TEST_FULL'] === '1' ? [1, 2, 3] : [1]

for (const seed of SEEDS) {
  test(`Q2: nothing is lost or doubled under faults and kills (seed ${seed})`, async ({
    venue,
    guest,
  }) => {
    const found = findEngine('chromium')
    if ('missing' in found) throw new Error(found.missing)
    const { engine } = found
    const result = await runQueueTrial({ engine, venue, guest, seed, kills: 2 })
    expect(result).toMatchObject({ lost: 0, doubled: 0, disordered: 0 })
  })
}
