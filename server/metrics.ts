import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/**
 * What `/metrics` tells, with figures of this process already in it. Whoever counts makes a `Counter` or `Gauge` that names this
 * registry in `registers`: in the global one, which is the default, nobody would see it.
 */
export function createMetrics(): Registry {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  new Gauge({
    name: 'process_uptime_seconds',
    help: 'Time since this process started.',
    registers: [metrics],
    collect() {
      this.set(process.uptime())
    },
  })
  return metrics
}
