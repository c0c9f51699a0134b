import type { Figure } from './figure.ts'
import { median, spreadOf } from './http-load.ts'

/** A figure whose bound is a ratio, at most so much, to what a bare page does in the same run. */
interface Named {
  name: string
  unit: string
  atMost?: number | undefined
}

/**
 * The middle of our runs beside the middle of the floor's. The ratio is held only where the middle half of either's runs lies
 * closer together than the budget has room above 1: a busy machine moves both by more than a fault of ours would.
 */
export function beside(
  { name, unit, atMost }: Named,
  ours: readonly number[],
  floor: readonly number[],
): Figure {
  const [measured, limit] = [median(ours), median(floor)]
  const spread = Math.max(spreadOf(ours), spreadOf(floor))
  return {
    name,
    measured,
    limit,
    unit,
    spread,
    ...(atMost === undefined ? {} : { budget: { atMost }, isHeld: spread <= atMost - 1 }),
  }
}
