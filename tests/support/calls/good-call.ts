import type { SmallWorld } from './small-world.ts'
import { validCall } from './valid-call.ts'
import type { Call, CallName } from './valid-call.ts'
import { WHO_MAY } from './who-may.ts'

/** A call about the `own` things of a world, made by a user who may. */
export function goodCall(
  name: CallName,
  { own, members, sentCode }: SmallWorld,
  photo: Buffer,
): Call {
  const may = WHO_MAY[name]
  const role = (['owner', 'author', 'stranger', 'admin'] as const).find(
    (member) => typeof may[member] === 'number',
  )
  const call = validCall(name, { things: own, sentCode, photo })
  const authorization = role && members[role].token
  return { ...call, headers: { ...call.headers, ...(authorization && { authorization }) } }
}
