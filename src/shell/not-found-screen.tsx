import { Link } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { buttonClass } from '../ui/buttons/button.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { Message } from '../ui/notices/message.tsx'

/** The page at an unknown address. */
export function NotFoundScreen() {
  return <NothingHere />
}

/** `hint`: what may be wrong with the address. */
export function NothingHere({ hint }: { hint?: string }) {
  useDocumentTitle(texts.notFound.title)
  return (
    <main>
      <h1 className="visually-hidden">{texts.notFound.title}</h1>
      <Message drawing="space" detail={hint} action={<HomeLink />}>
        {texts.notFound.text}
      </Message>
    </main>
  )
}

export function HomeLink() {
  return (
    <Link to="/" className={buttonClass('filled')}>
      {texts.notFound.home}
    </Link>
  )
}

interface OrmaLinkProps {
  event_hash: string
  text?: string
}

export function OrmaLink({ event_hash, text = texts.review.toOrma }: OrmaLinkProps) {
  return (
    <Link to="/$event_hash" params={{ event_hash }} className={buttonClass('filled')}>
      {text}
    </Link>
  )
}
