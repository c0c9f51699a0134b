import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SEARCH_MAX } from '../../contract/admin.ts'
import type { Overview } from '../../contract/admin.ts'
import { texts } from '../../contract/texts.ts'
import { admin } from '../../contract/texts/admin-texts.ts'
import { isRefusal } from '../api/contact.ts'
import {
  allOrmasQuery,
  bansQuery,
  operatorActsQuery,
  overviewQuery,
} from '../features/admin/admin-queries.ts'
import type { Admin } from '../features/admin/admin-queries.ts'
import { AllOrmas } from '../features/admin/all-ormas.tsx'
import { BanList, BanNumber } from '../features/admin/bans.tsx'
import { InviteCreators } from '../features/admin/invite-creators.tsx'
import { OperatorLog } from '../features/admin/operator-log.tsx'
import { SiteFacts, SiteFigures, SiteHealth } from '../features/admin/site-state.tsx'
import { useNoContact } from '../live/use-no-contact.ts'
import { promptAgain } from '../session/login-prompt.ts'
import { useSession } from '../session/use-session.ts'
import { ListState } from '../shell/list-state.tsx'
import { NotFoundScreen } from '../shell/not-found-screen.tsx'
import { OfflineAge } from '../shell/offline-age.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { Tabs } from '../ui/layout/tabs.tsx'
import { LoadMore } from '../ui/notices/load-more.tsx'
import { Spinner } from '../ui/notices/spinner.tsx'
import { useOwnLocation } from './own-location.ts'
import styles from '../features/admin/admin.module.css'

/** `/admin`: how the site is, for who runs it, and what they do. Everybody else sees what an unknown address shows. */
export function AdminPage() {
  const { status, user, token } = useSession()
  if (status === 'signed-out') return <NotFoundScreen />
  if (status === 'loading') return <Spinner label={texts.common.loading} size={32} />
  return <ForAdmin key={user.id} me={{ userId: user.id, token }} />
}

function ForAdmin({ me }: { me: Admin }) {
  const query = useQuery(overviewQuery(me))
  const noContact = useNoContact()
  const isRefused = isRefusal(query.error, 404)
  useEffect(() => {
    // Nobody is told that there is such a page: neither who does not run the site, nor whose session has ended.
    if (isRefused) promptAgain()
  }, [isRefused])
  if (isRefused) return <NotFoundScreen />
  if (query.data) {
    // Of a missing network the frame of all pages tells.
    const age = !noContact && <OfflineAge query={query} />
    return <Site me={me} overview={query.data} age={age} />
  }
  return (
    <main className="page">
      <ListState title query={query} empty="" failed={admin.failed} />
    </main>
  )
}

/** By the URL's hash; the Ormas have none. */
const TABS = [
  { id: '', text: admin.ormasTab, Part: Ormas },
  { id: 'banned', text: admin.bansTab, Part: Bans },
  { id: 'log', text: admin.actsTab, Part: Acts },
] as const

interface SiteProps {
  me: Admin
  overview: Overview
  /** Says how old it is, where it may be. */
  age: ReactNode
}

function Site({ me, overview, age }: SiteProps) {
  useDocumentTitle(admin.title)
  const { hash } = useOwnLocation()
  const { id, Part } = TABS.find((tab) => tab.id === hash) ?? TABS[0]
  return (
    <main>
      {age}
      <div className="page page-wide">
        <h1>{admin.title}</h1>
        <div className={styles.state}>
          <SiteHealth overview={overview} />
          <SiteFigures overview={overview} />
          <SiteFacts overview={overview} />
        </div>
      </div>
      <Tabs label={admin.parts} tabs={TABS} current={id} />
      <div className="page page-wide">
        <Part me={me} />
      </div>
    </main>
  )
}

/** So long after the last letter it is searched. */
const SEARCH_AFTER_MS = 300

function Ormas({ me }: { me: Admin }) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), SEARCH_AFTER_MS)
  const query = useInfiniteQuery(allOrmasQuery(me, search))
  const ormas = query.data?.pages.flat() ?? []
  return (
    <>
      <div className={styles.tools}>
        <TextField
          label={admin.search}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={SEARCH_MAX}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <InviteCreators me={me} />
      </div>
      {ormas.length === 0 ? (
        <ListState
          query={query}
          empty={search === '' ? admin.noOrmas : admin.noneFound}
          failed={admin.ormasFailed}
        />
      ) : (
        <>
          <AllOrmas me={me} ormas={ormas} />
          <LoadMore list={query} failed={admin.ormasFailed} />
        </>
      )}
    </>
  )
}

function Bans({ me }: { me: Admin }) {
  const query = useQuery(bansQuery(me))
  return (
    <>
      <div className={styles.tools}>
        <BanNumber me={me} />
      </div>
      {query.data?.length ? (
        <BanList me={me} bans={query.data} />
      ) : (
        <ListState query={query} empty={admin.noBans} failed={admin.bansFailed} />
      )}
    </>
  )
}

function Acts({ me }: { me: Admin }) {
  const query = useInfiniteQuery(operatorActsQuery(me))
  const acts = query.data?.pages.flat() ?? []
  if (acts.length === 0)
    return <ListState query={query} empty={admin.noActs} failed={admin.actsFailed} />
  return (
    <>
      <OperatorLog acts={acts} />
      <LoadMore list={query} failed={admin.actsFailed} />
    </>
  )
}

/** A value once it has stayed the same for so long. */
function useSettled<T>(value: T, afterMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
