import { Histogram } from 'prom-client'
import type { Registry } from 'prom-client'

/** Upper bounds in seconds: from a quick disk to a photo on a slow line. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** What is done of a photo before its sender is answered, in this order. */
type UploadStep = 'receive' | 'inspect' | 'store' | 'commit'

/** Ends a step of an upload, which began where the one before ended. */
export type EndStep = (step: UploadStep) => void

/** Tells `/metrics` where the time of uploads goes; gives a watch for each of them. */
export function measureUploadSteps(metrics: Registry): () => EndStep {
  const duration = new Histogram({
    name: 'orma_upload_step_seconds',
    help: 'Time until a photo had come in, was looked at, was on disk, and was a post.',
    labelNames: ['step'],
    buckets: BOUNDS,
    registers: [metrics],
  })
  return () => {
    let start = performance.now()
    return (step) => {
      const end = performance.now()
      duration.observe({ step }, (end - start) / 1000)
      start = end
    }
  }
}
