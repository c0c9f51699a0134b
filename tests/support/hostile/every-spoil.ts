import type { Spoil } from './hostile-call.ts'
import * as address from './spoil-address.ts'
import * as form from './spoil-form.ts'
import * as headers from './spoil-headers.ts'
import * as json from './spoil-json.ts'
import * as length from './spoil-length.ts'

export const SPOILS: readonly Spoil[] = [address, json, form, headers, length].flatMap((ways) =>
  Object.values(ways),
)
