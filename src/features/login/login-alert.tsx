import { texts } from '../../../contract/texts.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import type { LoginError } from './login-errors.ts'

/** The error under a form. Always in the document, so that screen readers announce its text when it comes. */
export function LoginAlert({ error }: { error: LoginError | undefined }) {
  const isOffline = useNoContact() === 'offline'
  const silence = isOffline ? texts.offline.offline : texts.login.noResponse
  const detail = error?.isUnanswered ? silence : error?.detail
  return (
    <div role="alert">
      {error && <p className="error">{error.text}</p>}
      {detail && <p className="small quiet">{detail}</p>}
    </div>
  )
}
