import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import {
  CircleUserRound,
  Download,
  FileDown,
  House,
  Images,
  LogIn,
  LogOut,
  Settings,
  Users,
} from 'lucide-react'
import { texts } from '../../contract/texts.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { useLeaving } from '../features/sign-out/use-leaving.tsx'
import { useSession, useSignOut } from '../session/use-session.ts'
import { latePiece } from '../ui/layout/late-piece.tsx'
import { Menu, menuItemClass } from '../ui/dialogs/menu.tsx'
import { useDesktop } from '../ui/layout/use-desktop.ts'
import { useOnDemand } from './use-on-demand.ts'

const DownloadDialog = latePiece(
  async () => (await import('../features/download/download-dialog.tsx')).DownloadDialog,
)
const ArchiveDialog = latePiece(
  async () => (await import('../features/archive/archive-dialog.tsx')).ArchiveDialog,
)

interface AppMenuProps {
  open: boolean
  onClose: () => void
}

/**
 * The menu: a sidebar on phones, a dropdown on desktops. Both have the same items; some lead to different pages, as specified.
 */
export function AppMenu({ open, onClose }: AppMenuProps) {
  const isDesktop = useDesktop()
  const { status, user } = useSession()
  const { start, question } = useLogout(isDesktop)
  const settings = isDesktop ? '/settings' : '/'
  const { event_hash = '' } = useParams({ strict: false })
  const { data: event } = useQuery({ ...eventQuery(event_hash), enabled: false })
  const [opened, setOpened] = useState<'download' | 'archive'>()
  const [hasDownload, loadDownload] = useOnDemand(DownloadDialog)
  const [hasArchive, loadArchive] = useOnDemand(ArchiveDialog)
  const openDialog = async (name: 'download' | 'archive', load: () => Promise<boolean>) => {
    onClose()
    if (await load()) setOpened(name)
  }
  const close = () => setOpened(undefined)
  const isOwner = event !== undefined && event.userId === user?.id
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
        {isOwner && (
          <>
            <Link to="/$event_hash/people" params={{ event_hash }} {...item}>
              <Users />
              {texts.withVideos(event.allowVideos, texts.menu.people)}
            </Link>
            <button type="button" {...item} onClick={() => void openDialog('archive', loadArchive)}>
              <FileDown />
              {texts.withVideos(event.allowVideos, texts.menu.archive)}
            </button>
          </>
        )}
        {event && (
          <button type="button" {...item} onClick={() => void openDialog('download', loadDownload)}>
            <Download />
            {texts.menu.download}
          </button>
        )}
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
          <Link to="/login" {...item}>
            <LogIn />
            {texts.menu.login}
          </Link>
        )}
      </Menu>
      {question}
      {event && hasDownload && (
        <DownloadDialog event={event} open={opened === 'download'} onClose={close} />
      )}
      {isOwner && hasArchive && (
        <ArchiveDialog
          event_hash={event_hash}
          whose="all"
          hasVideos={event?.allowVideos ?? false}
          open={opened === 'archive'}
          onClose={close}
        />
      )}
    </>
  )
}

/** Signs out; the sidebar then leads to the Orma or home, the dropdown to the login. */
function useLogout(isDesktop: boolean) {
  const signOut = useSignOut()
  const navigate = useNavigate()
  const { event_hash } = useParams({ strict: false })
  return useLeaving(async () => {
    await signOut()
    if (isDesktop) await navigate({ to: '/login' })
    else if (event_hash) await navigate({ to: '/$event_hash', params: { event_hash } })
    else await navigate({ to: '/' })
  })
}
