import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { CircleUserRound, House, Images, LogIn, LogOut, Settings } from 'lucide-react'
import { texts } from '../../contract/texts.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { useLeaving } from '../features/sign-out/use-leaving.tsx'
import { useLoginLink } from '../session/login-link.ts'
import { useSession, useSignOut } from '../session/use-session.ts'
import { Menu, menuItemClass } from '../ui/dialogs/menu.tsx'
import { useDesktop } from '../ui/layout/use-desktop.ts'
import { useOrmaMenu } from './orma-menu.tsx'

interface AppMenuProps {
  open: boolean
  onClose: () => void
}

/**
 * The menu: a sidebar on phones, a dropdown on desktops. Both have the same items; some lead to different pages, as specified.
 * Inside an Orma what belongs to it stands between them.
 */
export function AppMenu({ open, onClose }: AppMenuProps) {
  const isDesktop = useDesktop()
  const { status } = useSession()
  const login = useLoginLink()
  const { start, question } = useLogout(isDesktop)
  const settings = isDesktop ? '/settings' : '/'
  const { event_hash = '' } = useParams({ strict: false })
  const { data: event } = useQuery({ ...eventQuery(event_hash), enabled: false })
  const orma = useOrmaMenu(event, onClose)
  const item = { className: menuItemClass }
  return (
    <>
      <Menu
        open={open}
        onClose={onClose}
        label={texts.common.menu}
        shape={isDesktop ? 'dropDown' : 'sidebar'}
      >
        <Link to="/" {...item}>
          <House />
          {texts.menu.home}
        </Link>
        <Link to="/profile" {...item}>
          <CircleUserRound />
          {texts.menu.profile}
        </Link>
        <Link to="/myormas" {...item}>
          <Images />
          {texts.menu.myOrmas}
        </Link>
        {orma.items}
        <Link to={settings} {...item}>
          <Settings />
          {texts.menu.settings}
        </Link>
        {status === 'signed-in' ? (
          <button type="button" {...item} onClick={start}>
            <LogOut />
            {texts.menu.logout}
          </button>
        ) : (
          <Link {...login} {...item}>
            <LogIn />
            {texts.menu.login}
          </Link>
        )}
      </Menu>
      {question}
      {orma.dialogs}
    </>
  )
}

/** Signs out; the sidebar then leads to the Orma or home, the dropdown to the login. A guest by name stays in the Orma. */
function useLogout(isDesktop: boolean) {
  const signOut = useSignOut()
  const navigate = useNavigate()
  const { event_hash } = useParams({ strict: false })
  const isGuest = useSession().user?.guestOf !== undefined
  return useLeaving(async () => {
    await signOut()
    if (isDesktop && !isGuest) await navigate({ to: '/login' })
    else if (event_hash) await navigate({ to: '/$event_hash', params: { event_hash } })
    else await navigate({ to: '/' })
  })
}
