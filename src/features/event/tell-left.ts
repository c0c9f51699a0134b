import type { QueryClient } from '@tanstack/react-query'
import type { Event } from '../../../contract/entities.ts'
import { isOrganiser } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { sessionQuery } from '../../session/session-query.ts'
import { showToast } from '../../ui/notices/toast.tsx'

/** Tells whoever organised an Orma, and does not any more, that it is so. Who has signed out meanwhile knows. */
export function tellLeft(client: QueryClient, before: Event): void {
  const user = client.getQueryData(sessionQuery().queryKey)?.user
  if (isOrganiser(before, user?.id)) showToast({ text: texts.organise.left })
}
