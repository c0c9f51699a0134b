import type { Event } from '../../../contract/entities.ts'
import { useSeesAll } from '../../session/use-sees-all.ts'
import { HiddenNote } from './hidden-note.tsx'
import { OrganisersLine } from './organisers-line.tsx'

/** Tells a guest why they see their own photos alone, and organisers that guests do; nothing where everything is shown. */
export function RevealNote({ event }: { event: Event }) {
  return useSeesAll(event) ? <OrganisersLine event={event} /> : <HiddenNote event={event} />
}
