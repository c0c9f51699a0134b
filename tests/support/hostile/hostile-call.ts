import type { Things } from '../calls/small-world.ts'
import type { Call } from '../calls/valid-call.ts'
import type { RawRequest } from '../raw-http.ts'
import type { SeededRandom } from '../seeded-random.ts'

/** A call made wrong in one way. */
export interface HostileCall {
  /** The way. */
  what: string
  request: RawRequest
  /** Whether it may be good all the same. Otherwise it has to be refused. */
  mayPass: boolean
  /** Whether all that the call reads may have come before what is wrong: then it may be done, and its answer get lost. */
  isBehind?: boolean
  /** Whether the line may be closed without an answer: its sender has closed it. */
  mayBeCut?: boolean
}

export interface Attack {
  /** A good call that is refused nothing. */
  call: Call
  /** What is somebody else's. */
  foreign: Things
  random: SeededRandom
}

/** Makes a good call wrong; undefined where a call of its kind cannot be wrong in this way. */
export type Spoil = (attack: Attack) => HostileCall | undefined
