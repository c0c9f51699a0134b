import { useState } from 'react'
import { ORMAS_WITHOUT_SEARCH } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import type { RecentOrma } from '../device/recent-ormas.ts'
import { CreateLink, OrmaRow } from '../features/home/orma-row.tsx'
import { useHomeOrmas } from '../features/home/use-home-ormas.ts'
import { PausedNotice } from '../features/orma-form/paused-notice.tsx'
import { useSession } from '../session/use-session.ts'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { TextField } from '../ui/fields/text-field.tsx'
import styles from '../features/home/home.module.css'

/** `/myormas`: the Ormas that the user owns and visited, with a search by name once they are many. */
export function MyOrmasPage() {
  useDocumentTitle(texts.home.mine)
  const { visited, own } = useHomeOrmas(useSession())
  const [search, setSearch] = useState('')
  const count = (own?.length ?? 0) + (visited?.length ?? 0)
  const isFound = ({ name }: RecentOrma) => plain(name).includes(plain(search))
  const found = <O extends RecentOrma>(ormas: readonly O[] | undefined) => ormas?.filter(isFound)
  return (
    <main className="page page-wide">
      <div className={styles.head}>
        <h1>{texts.home.mine}</h1>
        <CreateLink />
      </div>
      {count > ORMAS_WITHOUT_SEARCH && (
        <TextField
          label={texts.home.search}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <OrmaRow
        noteOf={(orma) => <PausedNotice event={orma} />}
        title={texts.home.mine}
        isHeadless
        wrap
        ormas={found(own)}
      />
      <OrmaRow title={texts.home.visited} wrap ormas={found(visited)} />
    </main>
  )
}

/** Without case and accents, so that "zoe" finds "Zoë". */
function plain(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
