import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { cardDay } from '../../../contract/display-day.ts'
import type { AuditEntry } from '../../../contract/audit-entry.ts'
import { AUDIT_PAGE_SIZE } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { call } from '../../api/call.ts'
import { untilShort } from '../../api/until-short.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LoadMore } from '../../ui/notices/load-more.tsx'
import { Message } from '../../ui/notices/message.tsx'
import { RelativeTime } from '../../ui/notices/relative-time.tsx'
import { Spinner } from '../../ui/notices/spinner.tsx'
import styles from './edit-orma.module.css'

interface ActListProps {
  event_hash: string
  onBack: () => void
}

/** What was done in an Orma, newest first, and by whom where it was somebody else. */
export function ActList({ event_hash, onBack }: ActListProps) {
  const { user, token = '' } = useSession()
  const acts = useInfiniteQuery(actsQuery(event_hash, token))
  const entries = acts.data?.pages.flat()
  return (
    <div className="stack">
      {acts.isPending && <Spinner label={texts.common.loading} />}
      {acts.isError && !acts.isFetchNextPageError && (
        <Message
          error
          action={
            <Button busy={acts.isFetching} onClick={() => void acts.refetch()}>
              {texts.common.retry}
            </Button>
          }
        >
          {texts.audit.failed}
        </Message>
      )}
      {entries?.length === 0 && <p>{texts.audit.empty}</p>}
      {entries && entries.length > 0 && (
        <ul className={styles.actList}>
          {entries.map((entry) => (
            <li key={entry.id}>
              {entry.User.id === user?.id ? actText(entry) : actBy(entry)}{' '}
              <span className="quiet small">
                <RelativeTime iso={entry.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={acts} failed={texts.audit.failed} />
      {/* The button that led here has gone, and the focus with it. */}
      <Button autoFocus onClick={onBack}>
        {texts.common.back}
      </Button>
    </div>
  )
}

function actsQuery(event_hash: string, token: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.acts(event_hash),
    queryFn: async ({ pageParam: after, signal }) => {
      const params = { event_hash }
      return (await call(api.listAudit, { params, query: { after }, token, signal })).entries
    },
    ...untilShort(AUDIT_PAGE_SIZE),
    // Each change since shows when the list is opened again.
    staleTime: 0,
    gcTime: 0,
  })
}

function actBy(entry: AuditEntry): string {
  const name = entry.User.name ?? texts.common.anonymous
  return texts.audit.by(entry.details.isOperators ? texts.audit.operator : name, actText(entry))
}

function actText({ action, post_id, details }: AuditEntry): string {
  const about = [
    details.fields?.map((field) => texts.audit.fields[field] ?? field).join(', '),
    details.deleteAt && cardDay(Date.parse(details.deleteAt)),
    post_id !== null && texts.audit.photo(post_id),
  ].filter(Boolean)
  return [texts.audit.actions[action], ...about].join(' ')
}
