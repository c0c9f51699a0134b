import { Suspense, useReducer, useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { MonitorPlay, Pencil, Users } from 'lucide-react'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { goodWordOf, WORD_HASH } from '../../session/given-word.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ShareLink } from '../../ui/fields/share-link.tsx'
import { ShareCode } from './share-code.tsx'
import { ShareWord } from './share-word.tsx'
import styles from './share-dialog.module.css'

interface ShareDialogProps {
  event: Event
  open: boolean
  onClose: () => void
  /** Absent: for who does not organise it. */
  onEdit?: (() => void) | undefined
  /** Absent: "Share". */
  title?: string
  /** Shown above the ways to share. */
  note?: ReactNode
}

/** Shares an Orma's private link: as a QR code, by the phone's share sheet where there is one, by copying, and on paper. */
export function ShareDialog({ event, open, onClose, onEdit, title, note }: ShareDialogProps) {
  const [hasWord, setHasWord] = useState(false)
  // This tab knows a word once it is given, of which nothing else tells.
  const [, noteGiven] = useReducer((count: number) => count + 1, 0)
  // Another organiser may have changed it since this tab was given it.
  const word = goodWordOf(event)
  const link = ormaLink(event) + (hasWord && word ? WORD_HASH + encodeURIComponent(word) : '')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title ?? texts.event.share}
      closeLabel={texts.common.close}
    >
      {note}
      {/* Until the word is there nothing can be shared that lacks it. */}
      {(!hasWord || word !== undefined) && (
        <>
          <Suspense fallback={<CodeIsComing />}>
            <ShareCode event={event} link={link} canPrint={onEdit !== undefined} />
          </Suspense>
          <p className="quiet small">{texts.share.private}</p>
          <ShareLink
            link={link}
            title={event.name}
            label={texts.share.link}
            shareText={texts.share.shareUrl}
            copyText={texts.share.copyUrl}
          />
        </>
      )}
      {event.hasPin && (
        <ShareWord
          event={event}
          isKnown={word !== undefined}
          isWanted={hasWord}
          onChange={setHasWord}
          onGiven={noteGiven}
        />
      )}
      <div className={styles.actions}>
        {onEdit && (
          <Button icon={<Pencil size={18} />} onClick={onEdit}>
            {texts.share.edit}
          </Button>
        )}
        <Link
          to="/$event_hash/slideshow"
          params={{ event_hash: event.event_hash }}
          className={buttonClass('quiet', texts.share.viewSlideshow)}
        >
          <MonitorPlay size={18} />
          {texts.share.viewSlideshow}
        </Link>
        {onEdit && (
          <Link
            to="/$event_hash/organise"
            params={{ event_hash: event.event_hash }}
            className={buttonClass('quiet', texts.share.organise)}
          >
            <Users size={18} />
            {texts.share.organise}
          </Link>
        )}
      </div>
    </Dialog>
  )
}

/** Shown while the code's script is loading: the link can be shared already. */
function CodeIsComing() {
  const noContact = useNoContact()
  return (
    <p className={styles.code} role="status">
      {noContact && texts.offline[noContact]}
    </p>
  )
}

/** The private address of an Orma: its splash page where guests can also look for their seat, else the Orma itself. */
function ormaLink({ event_hash, seating_url }: Event): string {
  return `${location.origin}/${event_hash}${seating_url ? '/splash-screen' : ''}`
}
