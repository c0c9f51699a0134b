import type { QueryClient } from '@tanstack/react-query'
import type { Event } from '../../../contract/entities.ts'
import { isOrganiser } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { sessionQuery } from '../../session/session-query.ts'
import { showToast } from '../../ui/notices/toast.tsx'

/** Tells whoever was invited to organise an Orma, and does not any more, that it is so. */
export async function tellLeft(client: QueryClient, before: Event): Promise<void> {
  if (await hasLeft(client, before)) showToast({ text: texts.organise.left })
}

/**
 * Whether who is signed in was invited to organise an Orma that they are told of as a guest now. The server is asked who that is: it
 * tells a guest's also to whose session has ended. An owner stays one.
 */
export async function hasLeft(client: QueryClient, before: Event): Promise<boolean> {
  const session = await client.fetchQuery({ ...sessionQuery(), staleTime: 0 }).catch(() => null)
  const id = session?.user.id
  return id !== before.userId && isOrganiser(before, id)
}
