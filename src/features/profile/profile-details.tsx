import { useQuery } from '@tanstack/react-query'
import { texts } from '../../../contract/texts.ts'
import { deviceStorage } from '../../session/device-storage.ts'
import { profileQuery } from '../../session/user-queries.ts'
import { readRecentOrmas } from '../../device/recent-ormas.ts'
import type { Session } from '../../session/use-session.ts'
import { Avatar } from '../../ui/layout/avatar.tsx'
import styles from './profile.module.css'

/** Name and phone. The phone is that of the session until the server answers; the name is loaded (specification: section 8). */
export function ProfileDetails({ session }: { session: Session }) {
  const { token = '', user } = session
  const { data } = useQuery({ ...profileQuery(token), enabled: token !== '' })
  const shown = data ?? user
  // Of a guest by name there is nothing more to load.
  const known = user?.guestOf === undefined ? undefined : user.name
  const name = data?.name || known || texts.profile.loadingName
  return (
    <div className={styles.details}>
      <Avatar name={name} size={72} />
      <div>
        <p className="display">{name}</p>
        {user?.guestOf !== undefined && (
          <p className="quiet">{texts.guests.ofOrma(nameOf(user.guestOf))}</p>
        )}
        {shown && user?.guestOf === undefined && (
          <p className="quiet">
            <span className="visually-hidden">{`${texts.profile.phone}: `}</span>
            {`+${shown.phone}`}
          </p>
        )}
      </div>
    </div>
  )
}

/** As this device knows the Orma. */
function nameOf(event_hash: string): string | undefined {
  return readRecentOrmas(deviceStorage).find((orma) => orma.event_hash === event_hash)?.name
}
