import { useRef, useState } from 'react'
import { Ellipsis } from 'lucide-react'
import type { AdminEvent } from '../../../contract/admin.ts'
import { admin } from '../../../contract/texts/admin-texts.ts'
import { byteText } from '../../ui/notices/byte-text.ts'
import { RelativeTime } from '../../ui/notices/relative-time.tsx'
import { focusBefore } from '../../ui/focus/focus-beside.ts'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'
import type { Admin } from './admin-queries.ts'
import { OrmaSheet } from './orma-sheet.tsx'
import styles from './admin.module.css'

interface AllOrmasProps {
  me: Admin
  ormas: readonly AdminEvent[]
}

/** Ormas, each with a sheet of what it is and what can be done with it. */
export function AllOrmas({ me, ormas }: AllOrmasProps) {
  return (
    <ul className={styles.rows}>
      {ormas.map((orma) => (
        <OrmaRow key={orma.id} me={me} orma={orma} />
      ))}
    </ul>
  )
}

function OrmaRow({ me, orma }: { me: Admin; orma: AdminEvent }) {
  const [isOpen, setIsOpen] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  useFocusLost(row, focusBefore)
  const { name, ownerPhone, postCount, storageBytes, lastActiveAt } = orma
  const isPaused = orma.isPausedByOwner || orma.isPausedByHost
  return (
    <li ref={row}>
      <button
        type="button"
        className={styles.row}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <span className={styles.text}>
          <b dir="auto">{name}</b>
          <span className="quiet small">
            {isPaused && <b className={styles.mark}>{`${admin.paused} · `}</b>}
            {orma.isFull && <b className={styles.mark}>{`${admin.full} · `}</b>}
            {`${ownerPhone} · ${admin.photos(postCount)} · ${byteText(storageBytes)}`}
            {lastActiveAt && (
              <>
                {` · ${admin.active} `}
                <RelativeTime iso={lastActiveAt} />
              </>
            )}
          </span>
        </span>
        <Ellipsis size={20} aria-hidden />
      </button>
      <OrmaSheet me={me} orma={orma} open={isOpen} onClose={() => setIsOpen(false)} />
    </li>
  )
}
