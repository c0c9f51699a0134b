import type { Things } from '../calls/small-world.ts'
import type { Call } from '../calls/valid-call.ts'
import type { RawRequest } from '../raw-http.ts'
import type { SeededRandom } from '../seeded-random.ts'

/** A call that is wrong in one way. */
export interface HostileCall {
  what: string
  request: RawRequest
  /** Whether the call may still be valid. Otherwise it has to be refused. */
  mayPass: boolean
  /** Whether the wrong part may come after everything that the call reads: then it may be done, and its answer be lost. */
  isBehind?: boolean
  /** Whether the connection may be closed without an answer, as its sender has closed it. */
  mayBeCut?: boolean
}

interface Attack {
  /** A valid call that nothing is refused. */
  call: Call
  /** Things of another Orma. */
  foreign: Things
  random: SeededRandom
}

/** Makes a valid call wrong; undefined where such a call cannot be wrong in this way. */
export type Spoil = (attack: Attack) => HostileCall | undefined
