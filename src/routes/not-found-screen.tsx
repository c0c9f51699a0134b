import { Link } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'

/** What stands at an address where there is nothing. */
export function NotFoundScreen() {
  const home = (
    <Link to="/" className={buttonClass('filled')}>
      {texts.notFound.home}
    </Link>
  )
  return (
    <main>
      <Message drawing="space" action={home}>
        {texts.notFound.text}
      </Message>
    </main>
  )
}
