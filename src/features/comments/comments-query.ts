import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'

/** All comments of a post, newest first. */
export function commentsQuery(event_hash: string, post_id: number) {
  return queryOptions({
    queryKey: queryKeys.comments(event_hash, post_id),
    queryFn: async ({ signal }) => {
      const params = { event_hash, post_id }
      const token = readTokenCookie()
      const { comments } = await call(api.listComments, { params, token, signal })
      return comments
    },
  })
}
