import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { Download, FileDown, Image, Pencil, Share2, Users } from 'lucide-react'
import type { Event } from '../../contract/entities.ts'
import { isOrganiser } from '../../contract/rules.ts'
import { texts } from '../../contract/texts.ts'
import { PausedNotice } from '../features/orma-form/paused-notice.tsx'
import { mayShareOrma } from '../session/may-share.ts'
import { useSession } from '../session/use-session.ts'
import { latePiece } from '../ui/layout/late-piece.tsx'
import { MenuGroup, menuItemClass } from '../ui/dialogs/menu.tsx'
import { useOnDemand } from './use-on-demand.ts'

const ShareDialog = latePiece(
  async () => (await import('../features/share/share-dialog.tsx')).ShareDialog,
)
const EditOrma = latePiece(
  async () => (await import('../features/orma-form/edit-orma.tsx')).EditOrma,
)
const ArchiveDialog = latePiece(
  async () => (await import('../features/archive/archive-dialog.tsx')).ArchiveDialog,
)
const DownloadDialog = latePiece(
  async () => (await import('../features/download/download-dialog.tsx')).DownloadDialog,
)

type Opened = 'share' | 'edit' | 'archive' | 'download'

/** What the menu offers of the Orma one is in, and the dialogs that this opens: they stay when the menu has closed. */
export function useOrmaMenu(event: Event | undefined, closeMenu: () => void) {
  const [opened, setOpened] = useState<Opened>()
  const [hasShare, loadShare] = useOnDemand(ShareDialog)
  const [hasEdit, loadEdit] = useOnDemand(EditOrma)
  const [hasArchive, loadArchive] = useOnDemand(ArchiveDialog)
  const [hasDownload, loadDownload] = useOnDemand(DownloadDialog)
  const load = { share: loadShare, edit: loadEdit, archive: loadArchive, download: loadDownload }
  const { user } = useSession()
  const organises = event !== undefined && isOrganiser(event, user?.id)
  const open = async (name: Opened) => {
    closeMenu()
    if (await load[name]()) setOpened(name)
  }
  if (event === undefined) return { items: null, dialogs: null }
  const close = () => setOpened(undefined)
  const dialogs = (
    <>
      {hasShare && (
        <ShareDialog
          event={event}
          open={opened === 'share'}
          onClose={close}
          onEdit={organises ? () => void open('edit') : undefined}
          note={organises && <PausedNotice event={event} />}
        />
      )}
      {/* A session that ends in the open form leaves the form open. */}
      {hasEdit && (organises || opened === 'edit') && (
        <EditOrma event={event} open={opened === 'edit'} onClose={close} />
      )}
      {hasArchive && user && (
        <ArchiveDialog
          event_hash={event.event_hash}
          whose={organises ? 'all' : 'own'}
          hasVideos={event.allowVideos}
          open={opened === 'archive'}
          onClose={close}
        />
      )}
      {hasDownload && <DownloadDialog event={event} open={opened === 'download'} onClose={close} />}
    </>
  )
  return { items: <OrmaItems event={event} onOpen={(name) => void open(name)} />, dialogs }
}

function OrmaItems({ event, onOpen }: { event: Event; onOpen: (name: Opened) => void }) {
  const { user } = useSession()
  const organises = isOrganiser(event, user?.id)
  const params = { event_hash: event.event_hash }
  const say = (words: string) => texts.withVideos(event.allowVideos, words)
  const item = { className: menuItemClass }
  const button = (name: Opened) =>
    ({ ...item, type: 'button', onClick: () => onOpen(name) }) as const
  return (
    <MenuGroup label={event.name}>
      {user && (
        <Link to="/$event_hash/myphotos" params={params} {...item}>
          <Image />
          {say(texts.menu.myPhotos)}
        </Link>
      )}
      {mayShareOrma(event, user?.id) && (
        <button {...button('share')}>
          <Share2 />
          {texts.menu.share}
        </button>
      )}
      {organises && (
        <>
          <button {...button('edit')}>
            <Pencil />
            {texts.menu.edit}
          </button>
          <Link to="/$event_hash/people" params={params} {...item}>
            <Users />
            {say(texts.menu.people)}
          </Link>
        </>
      )}
      {user && (
        <button {...button('archive')}>
          <FileDown />
          {say(organises ? texts.menu.archive : texts.menu.ownArchive)}
        </button>
      )}
      <button {...button('download')}>
        <Download />
        {texts.menu.download}
      </button>
    </MenuGroup>
  )
}
