import type { Findings } from './history.ts'

export interface ServerTrialOptions {
  seed: number
  writes: number
}

export interface ServerTrial extends Findings {
  writes: number
  kills: number
  faults: number
  slowestStartMs: number
}

export function runServerTrial(_: ServerTrialOptions): Promise<ServerTrial> {
  return Promise.reject(new Error('not yet'))
}
