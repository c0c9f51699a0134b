import { useQuery } from '@tanstack/react-query'
import { texts } from '../../../contract/texts.ts'
import { profileQuery } from '../../session/user-queries.ts'
import type { Session } from '../../session/use-session.ts'
import { Avatar } from '../../ui/layout/avatar.tsx'
import styles from './profile.module.css'

/** Name and phone. The phone is that of the session until the server answers; the name is loaded (specification: section 8). */
export function ProfileDetails({ session }: { session: Session }) {
  const { token = '', user } = session
  const { data } = useQuery({ ...profileQuery(token), enabled: token !== '' })
  const shown = data ?? user
  const name = data?.name || texts.profile.loadingName
  return (
    <div className={styles.details}>
      <Avatar name={name} size={72} />
      <div>
        <p className="display">{name}</p>
        {shown && (
          <p className="quiet">
            <span className="visually-hidden">{`${texts.profile.phone}: `}</span>
            {`+${shown.phone}`}
          </p>
        )}
      </div>
    </div>
  )
}
