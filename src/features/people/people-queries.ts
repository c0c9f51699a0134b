import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import type { Participant } from '../../../contract/participants.ts'
import { PAGE_SIZE, PEOPLE_AT_ONCE } from '../../../contract/limits.ts'
import { call } from '../../api/call.ts'
import { untilShort } from '../../api/until-short.ts'
import { queryKeys } from '../../cache/query-keys.ts'

/** All who took part in an Orma, by name; those without one come last. */
export function peopleQuery(event_hash: string, token: string) {
  return queryOptions({
    queryKey: queryKeys.people(event_hash),
    queryFn: async ({ signal }) => {
      const params = { event_hash }
      const all: Participant[] = []
      let after: number | undefined
      do {
        const { people } = await call(api.listPeople, { params, query: { after }, token, signal })
        all.push(...people)
        after = people.length < PEOPLE_AT_ONCE ? undefined : people.at(-1)?.User.id
      } while (after !== undefined)
      return inOrder(all)
    },
  })
}

/** How many guests came to an Orma and took part, and what there is. */
export function totalsQuery(event_hash: string, token: string) {
  return queryOptions({
    queryKey: queryKeys.totals(event_hash),
    queryFn: async ({ signal }) =>
      (await call(api.getTotals, { params: { event_hash }, token, signal })).totals,
  })
}

/** The comments of all photos of an Orma, newest first. */
export function everyCommentQuery(event_hash: string, token: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.everyComment(event_hash),
    queryFn: async ({ pageParam: after, signal }) => {
      const params = { event_hash }
      return (await call(api.listAllComments, { params, query: { after }, token, signal })).comments
    },
    ...untilShort(PAGE_SIZE),
  })
}

/** By name, with and without accents alike, and 2 before 10; those without one last. */
function inOrder(people: Participant[]): Participant[] {
  // Made here: the first of `Intl` takes a phone 50 ms, and this file comes with every page.
  const { compare } = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
  return people.toSorted(({ User: { name: a } }, { User: { name: b } }) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : compare(a, b),
  )
}

/** Somebody else's photo that was flagged, or not checked, is seen where it is decided, and not before it is asked for. */
export function veiled(post: Post, viewerId: number): Post {
  const isFlagged = post.status === 'FAILEDBYNUDITY' && post.reviewReason !== 'review'
  const isVeiled = isFlagged && post.User.id !== viewerId
  return isVeiled ? { ...post, image_url: null, compressed_url: null } : post
}
