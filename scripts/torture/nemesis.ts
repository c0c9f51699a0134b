import { isUpload } from '../../tests/support/gateway.ts'
import type { Exchange, Fate } from '../../tests/support/gateway.ts'
import type { SeededRandom } from '../../tests/support/seeded-random.ts'

const SHARES = { serverError: 0.15, resetBefore: 0.1, resetAfter: 0.15 }
/**
 * A photo that alone fails five times in a row lets the others pass, as it should; that would look like disorder here.
 */
const FAULTS_IN_A_ROW_MAX = 4

/** Has uploads fail by chance: 15 % answered with 500, 10 % reset before the server hears of them, 15 % after. */
export function createNemesis(
  random: SeededRandom,
): (request: Pick<Exchange, 'method' | 'path' | 'key'>) => Fate {
  let inARow = 0
  return (request) => {
    if (!isUpload(request)) return 'pass'
    const fate = choose(random.next())
    if (fate === 'pass' || inARow === FAULTS_IN_A_ROW_MAX) {
      inARow = 0
      return 'pass'
    }
    inARow += 1
    return fate
  }
}

function choose(chance: number): Fate {
  const { serverError, resetBefore, resetAfter } = SHARES
  if (chance < serverError) return { status: 500 }
  if (chance < serverError + resetBefore) return 'reset-before'
  if (chance < serverError + resetBefore + resetAfter) return 'reset-after'
  return 'pass'
}
