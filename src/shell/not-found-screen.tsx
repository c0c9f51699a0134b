import { Link } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { useDocumentTitle } from '../ui/document-title.ts'
import { Message } from '../ui/message.tsx'

/** What stands at an address where there is nothing. */
export function NotFoundScreen() {
  useDocumentTitle(texts.notFound.title)
  const home = (
    <Link to="/" className={buttonClass('filled')}>
      {texts.notFound.home}
    </Link>
  )
  return (
    <main>
      <h1 className="visually-hidden">{texts.notFound.title}</h1>
      <Message drawing="space" action={home}>
        {texts.notFound.text}
      </Message>
    </main>
  )
}
